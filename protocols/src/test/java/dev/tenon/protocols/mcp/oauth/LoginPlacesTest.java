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
    peer.faults.add(AuthorizationServer.Fault.FOREIGN_RESOURCE);
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
