package dev.tenon.protocols.mcp.oauth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.core.http.HttpRequest;
import dev.tenon.core.http.HttpResponse;
import dev.tenon.core.http.HttpSettings;
import dev.tenon.core.http.Proxies;
import dev.tenon.core.http.Transport;
import dev.tenon.core.http.guard.Names;
import dev.tenon.protocols.mcp.config.ServerConfig;
import dev.tenon.protocols.mcp.protocol.McpException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Where a login leads, who may come back to it, and that nothing of it is left after a logout.
class LoginPlacesTest {
  @TempDir Path home;
  private final Transport http = new Transport(HttpSettings.DEFAULTS, Proxies.of(Map.of()));
  private AuthorizationServer peer;
  private LoginStore store;

  @BeforeEach
  void start() throws IOException {
    peer = new AuthorizationServer();
    store = new LoginStore(home, new TokenFiles(LoginStore.files(home)));
  }

  @AfterEach
  void end() {
    peer.close();
    http.close();
  }

  private LoginFlow flow(LoginFlow.Person person) {
    return new LoginFlow(http, store, person, Duration.ofSeconds(30));
  }

  private static String challenge(String metadata) {
    return "Bearer resource_metadata=\"" + metadata + "\"";
  }

  /// A server elsewhere has no say over what is asked on this machine or in its network.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://127.0.0.1:PORT/about",
        "http://localhost:PORT/about",
        "http://[::1]:PORT/about",
        "https://127.0.0.1:PORT/about",
        "https://localhost.:PORT/about",
        "https://10.0.0.1/about",
        "https://192.168.1.1/about",
        "https://169.254.169.254/latest",
        "https://[fd00::1]/about",
      })
  void aServerElsewhereLeadsNobodyHere(String metadata) {
    String place = metadata.replace("PORT", Integer.toString(URI.create(peer.origin()).getPort()));
    assertThatThrownBy(
            () ->
                flow((address, pasted) -> {})
                    .run(
                        URI.create("https://mcp.example.org/mcp"),
                        ServerConfig.OAuthClient.NONE,
                        List.of(challenge(place)),
                        ""))
        .isInstanceOf(McpException.class)
        .hasMessageContaining("leads to this machine or a private network")
        .hasMessageContaining("oauth.issuer");
    assertThat(peer.requests).isEmpty();
  }

  /// What counts is where a name leads, not what it looks like.
  @Test
  void aNameThatLeadsHereIsNotFollowed() throws Exception {
    int port = URI.create(peer.origin()).getPort();
    Names here = host -> new InetAddress[] {InetAddress.getLoopbackAddress()};
    var server = URI.create("http://mcp.example.org:" + port + "/mcp");
    var none = ServerConfig.OAuthClient.NONE;
    var issuer = new ServerConfig.OAuthClient("", "", "http://login.example.net:" + port + "/", "");
    URI own = URI.create("http://mcp.example.org:" + port + "/about");
    URI other = URI.create("http://login.example.net:" + port + "/about");
    URI otherPort = URI.create("http://mcp.example.org:" + (port == 1 ? 2 : 1) + "/about");
    try (var asking = new OAuthHttp(http, server, none, here)) {
      assertThat(asking.get(own)).as("what the person has configured").isPresent();
      for (URI inside :
          List.of(other, otherPort, asking.safe("metadata", "https://login.example.net/about"))) {
        assertThatThrownBy(() -> asking.get(inside))
            .isInstanceOf(McpException.class)
            .hasMessageContaining(inside.getHost() + " leads to this machine or a private network")
            .hasMessageContaining("oauth.issuer");
        assertThatThrownBy(() -> asking.form(inside, Map.of("a", "b"), ""))
            .hasMessageContaining("leads to this machine");
      }
    }
    try (var asking = new OAuthHttp(http, server, issuer, here)) {
      assertThat(asking.get(other)).as("what the person has configured").isPresent();
    }
    assertThat(peer.requests).containsExactly("GET /about", "GET /about");
  }

  /// What the person has configured is asked, wherever it is.
  @Test
  void anIssuerThatWasConfiguredMayBeHere() throws Exception {
    peer.faults.add(Fault.FOREIGN_RESOURCE);
    var configured = new ServerConfig.OAuthClient("me", "", peer.issuer(), "");
    peer.client("me", "");
    assertThatThrownBy(
            () ->
                flow((address, pasted) -> {})
                    .run(
                        URI.create("https://mcp.example.org/mcp"),
                        configured,
                        List.of(challenge(peer.origin() + "/about")),
                        ""))
        .as("it was asked, and is about another resource")
        .hasMessageContaining("about another resource");
    assertThat(peer.requests).contains("GET /about");
  }

  /// Browsers connect before they know what to ask: those who say nothing hold up nobody.
  @Test
  void silentVisitorsHoldUpNobody() throws Exception {
    var silent = new ArrayList<Socket>();
    var remote =
        new ServerConfig.Remote(
            URI.create(peer.server()),
            ServerConfig.Transport.HTTP,
            Map.of(),
            ServerConfig.OAuthClient.NONE);
    LoginFlow.Person person =
        (address, pasted) -> {
          try {
            URI back = URI.create(location(address));
            // Each of them is given up only after five seconds.
            for (int i = 0; i < 20; i++) {
              silent.add(new Socket(InetAddress.getLoopbackAddress(), back.getPort()));
            }
            Thread.ofVirtual().start(() -> visited(back));
          } catch (IOException failed) {
            throw new AssertionError(failed);
          }
        };
    try {
      assertThat(flow(person).logIn(remote)).isTrue();
      assertThat(store.has(remote.address())).isTrue();
    } finally {
      for (Socket each : silent) {
        each.close();
      }
    }
  }

  /// Who only calls itself like the server of its whole host gets nothing that was made for that
  /// one, and nothing is sent elsewhere in its name.
  @Test
  void whoCallsItselfLikeTheHostIsAnotherOne() throws Exception {
    peer.issuerPath = "/tenant";
    peer.faults.add(Fault.NAMED_AFTER_THE_HOST);
    peer.client("of the host", "a secret of the host");
    var host =
        new OAuthIdentity(
            "of the host",
            "a secret of the host",
            "client_secret_post",
            OAuthIdentity.Made.REGISTERED,
            "",
            "");
    store.register(peer.origin(), host);
    assertThat(logIn("/mcp")).isTrue();
    assertThat(peer.registrations).as("a client of its own").hasValue(1);
    assertThat(store.registered(peer.issuer())).isPresent();
    assertThat(store.registered(peer.origin())).contains(host);
    assertThat(store.find(URI.create(peer.server())).orElseThrow().issuer())
        .isEqualTo(peer.issuer());
    store.forget(URI.create(peer.server()));

    peer.faults.add(Fault.TOKENS_ELSEWHERE);
    assertThatThrownBy(() -> logIn("/mcp"))
        .hasMessageContaining("is in the name of '" + peer.origin() + "'")
        .hasMessageContaining("leads to another server, https://a.example/token");
    assertThat(store.has(URI.create(peer.server()))).isFalse();
  }

  /// Two servers below one resource have one login: it is renewed by one at a time.
  @Test
  void serversThatShareALoginRenewItInTurn() throws Exception {
    assertThat(logIn("/mcp")).isTrue();
    peer.lasts = 1;
    assertThat(logIn("/other/mcp")).isTrue();
    try (var files = Files.list(home.resolve("mcp/tokens"))) {
      assertThat(files.filter(each -> each.toString().contains("token-"))).hasSize(1);
    }
    var renewals = new ArrayList<FutureTask<Boolean>>();
    for (String path : List.of("/mcp", "/other/mcp")) {
      renewals.add(
          new FutureTask<>(
              () -> {
                ServerConfig.Remote remote = remote(path);
                var own = new OAuthAuthorizer("guarded", remote, () -> http, store, null);
                for (int i = 0; i < 100; i++) {
                  assertThat(own.token(remote.address())).isPresent();
                }
                return true;
              }));
    }
    renewals.forEach(each -> Thread.ofVirtual().start(each));
    for (FutureTask<Boolean> each : renewals) {
      assertThat(each.get(60, TimeUnit.SECONDS)).isTrue();
    }
    assertThat(peer.problems).isEmpty();
    assertThat(peer.refreshes).hasValue(200);
    assertThat(store.forget(remote("/mcp").address())).isTrue();
    assertThat(store.has(remote("/other/mcp").address())).as("it was its login, too").isFalse();
  }

  @Test
  void aRefusalOfOldTokensLeavesThoseThatTookTheirPlace() throws Exception {
    assertThat(logIn("/mcp")).isTrue();
    URI address = remote("/mcp").address();
    Login old = store.find(address).orElseThrow();
    assertThat(logIn("/mcp")).isTrue();
    Login now = store.find(address).orElseThrow();
    store.lost(old);
    assertThat(store.find(address)).contains(now);
    store.lost(now);
    assertThat(store.has(address)).isFalse();
  }

  /// Where nobody can log in, the login that the person is sent to asks for what was refused.
  @Test
  void theNextLoginAsksForWhatWasRefused() throws Exception {
    ServerConfig.Remote remote = remote("/mcp");
    assertThat(logIn("/mcp")).isTrue();
    String first = store.find(remote.address()).orElseThrow().access();
    var authorizer = new OAuthAuthorizer("guarded", remote, () -> http, store, null);
    List<String> more = List.of("Bearer error=\"insufficient_scope\", scope=\"admin\"");
    assertThatThrownBy(() -> authorizer.challenged(remote.address(), 403, first, more))
        .hasMessageContaining("allows more for 'admin'; 'tenon mcp login guarded' logs you in");
    for (int i = 0; i < 2; i++) {
      assertThat(logIn("/mcp")).isTrue();
      assertThat(store.find(remote.address()).orElseThrow().scope()).isEqualTo("read admin");
    }
    assertThat(store.forget(remote.address())).isTrue();
    assertThat(logIn("/mcp")).isTrue();
    assertThat(store.find(remote.address()).orElseThrow().scope()).isEqualTo("read");
  }

  /// At a terminal a login that is over leads to another one.
  @Test
  void aLoginThatIsOverLeadsToAnother() throws Exception {
    ServerConfig.Remote remote = remote("/mcp");
    peer.lasts = 1;
    assertThat(logIn("/mcp")).isTrue();
    peer.faults.add(Fault.TOKEN_REFUSED);
    var alone = new OAuthAuthorizer("guarded", remote, () -> http, store, null);
    var person = new OAuthAuthorizer("guarded", remote, () -> http, store, flow(pasting()));
    assertThat(person.token(remote.address())).isEmpty();
    peer.faults.clear();
    peer.lasts = 3600;
    assertThat(person.challenged(remote.address(), 401, "", List.of("Bearer"))).isTrue();
    assertThat(person.token(remote.address())).isPresent();

    peer.lasts = 1;
    assertThat(logIn("/mcp")).isTrue();
    peer.faults.add(Fault.TOKEN_REFUSED);
    assertThatThrownBy(() -> alone.token(remote.address())).hasMessageContaining("is over");
  }

  private ServerConfig.Remote remote(String path) {
    return new ServerConfig.Remote(
        URI.create(peer.origin() + path),
        ServerConfig.Transport.HTTP,
        Map.of(),
        ServerConfig.OAuthClient.NONE);
  }

  private LoginFlow.Person pasting() {
    return (address, pasted) -> {
      try {
        pasted.take(location(address));
      } catch (IOException failed) {
        throw new AssertionError(failed);
      }
    };
  }

  private boolean logIn(String path) throws McpException, InterruptedException {
    return flow(pasting()).logIn(remote(path));
  }

  private String location(URI address) throws IOException, InterruptedException {
    try (HttpResponse response = http.send(HttpRequest.get(address, Map.of()))) {
      return String.valueOf(response.headers().get("Location"));
    }
  }

  private void visited(URI back) {
    try (HttpResponse response = http.send(HttpRequest.get(back, Map.of()))) {
      response.text(10_000);
    } catch (IOException | InterruptedException unanswered) {
      throw new AssertionError(unanswered);
    }
  }

  /// A renewal that is under way while somebody logs out brings nothing back.
  @Test
  void aLogoutDuringARenewalLeavesNothing() throws Exception {
    var remote =
        new ServerConfig.Remote(
            URI.create(peer.server()),
            ServerConfig.Transport.HTTP,
            Map.of(),
            ServerConfig.OAuthClient.NONE);
    peer.lasts = 1;
    flow((address, pasted) -> {
          try {
            pasted.take(location(address));
          } catch (IOException failed) {
            throw new AssertionError(failed);
          }
        })
        .logIn(remote);
    var asked = new CountDownLatch(1);
    var answer = new CountDownLatch(1);
    peer.beforeTokens =
        () -> {
          asked.countDown();
          try {
            answer.await();
          } catch (InterruptedException over) {
            Thread.currentThread().interrupt();
          }
        };
    var authorizer = new OAuthAuthorizer("guarded", remote, () -> http, store, null);
    var renewal = new FutureTask<>(() -> authorizer.token(remote.address()));
    Thread.ofVirtual().start(renewal);
    assertThat(asked.await(60, TimeUnit.SECONDS)).isTrue();
    var logout = new FutureTask<>(() -> store.forget(remote.address()));
    Thread leaving = Thread.ofVirtual().start(logout);
    // It waits for the renewal, or it has ended and what the renewal brings would be kept.
    while (leaving.getState() == Thread.State.NEW || leaving.getState() == Thread.State.RUNNABLE) {
      Thread.onSpinWait();
    }
    answer.countDown();
    renewal.get(60, TimeUnit.SECONDS);
    assertThat(logout.get(60, TimeUnit.SECONDS)).isTrue();
    try (var files = Files.list(home.resolve("mcp/tokens"))) {
      for (Path each : files.toList()) {
        assertThat(Files.readString(each)).doesNotContain("access-", "refresh-");
      }
    }
  }
}
