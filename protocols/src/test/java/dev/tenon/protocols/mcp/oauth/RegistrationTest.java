package dev.tenon.protocols.mcp.oauth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.tenon.core.http.HttpRequest;
import dev.tenon.core.http.HttpResponse;
import dev.tenon.core.http.HttpSettings;
import dev.tenon.core.http.Proxies;
import dev.tenon.core.http.Transport;
import dev.tenon.core.http.guard.SystemNames;
import dev.tenon.protocols.mcp.config.ServerConfig;
import dev.tenon.protocols.mcp.protocol.McpException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Who Tenon is to an authorization server that forgets it, or that another one takes the place of,
/// and what becomes of a login whose renewal goes wrong.
class RegistrationTest {
  @TempDir Path home;
  private final Transport http = new Transport(HttpSettings.DEFAULTS, Proxies.of(Map.of()));
  private AuthorizationServer peer;
  private LoginStore store;
  private int visits;

  @BeforeEach
  void start() throws IOException {
    peer = new AuthorizationServer();
    store = new LoginStore(home, new TokenFiles(LoginStore.files(home)));
  }

  @AfterEach
  void end() {
    peer.close();
    http.close();
    assertThat(peer.problems).isEmpty();
  }

  private ServerConfig.Remote remote(ServerConfig.OAuthClient client) {
    return new ServerConfig.Remote(
        URI.create(peer.server()), ServerConfig.Transport.HTTP, Map.of(), client);
  }

  private ServerConfig.Remote remote() {
    return remote(ServerConfig.OAuthClient.NONE);
  }

  /// Brings the address that the browser ends at, if it is sent to one.
  private LoginFlow flow(Duration patience) {
    return new LoginFlow(
        http,
        store,
        (address, pasted) -> {
          visits++;
          try (HttpResponse response = http.send(HttpRequest.get(address, Map.of()))) {
            String back = response.headers().get("Location");
            if (back != null) {
              pasted.take(back);
            }
          } catch (IOException failed) {
            throw new AssertionError(failed);
          }
        },
        patience);
  }

  private boolean logIn() throws McpException, InterruptedException {
    return logIn(remote());
  }

  private boolean logIn(ServerConfig.Remote server) throws McpException, InterruptedException {
    return flow(Duration.ofSeconds(30)).logIn(server);
  }

  private Login login() throws McpException {
    return store.find(remote().address()).orElseThrow();
  }

  /// It sends back whoever it does not know, and says so.
  @Test
  void aClientThatIsRefusedIsRegisteredOnceMore() throws Exception {
    assertThat(logIn()).isTrue();
    peer.forgetClients();
    peer.faults.add(Fault.CLIENT_REFUSED_BY_REDIRECT);
    assertThat(logIn()).isTrue();
    assertThat(peer.registrations).hasValue(2);
    assertThat(visits).isEqualTo(3);

    // A new registration that is refused is not followed by another.
    store.logOut(remote().address());
    peer.faults.add(Fault.LOGIN_REFUSED);
    assertThatThrownBy(this::logIn).hasMessageContaining("refuses: access_denied");
    assertThat(peer.registrations).hasValue(3);
    assertThatThrownBy(this::logIn).hasMessageContaining("refuses: access_denied");
    assertThat(peer.registrations).as("it was not the client that was refused").hasValue(3);
  }

  /// It shows a page to whoever it does not know, and sends nobody back.
  @Test
  void aClientThatNobodyCameBackForIsRegisteredAnew() throws Exception {
    assertThat(logIn()).isTrue();
    peer.forgetClients();
    assertThatThrownBy(() -> flow(Duration.ofMillis(50)).logIn(remote()))
        .hasMessageContaining("nobody came back from the login")
        .hasMessageContaining("Tenon registers there anew when you log in again");
    assertThat(logIn()).isTrue();
    assertThat(peer.registrations).hasValue(2);
  }

  @Test
  void aLogoutForgetsTheClientThatNobodyElseUses() throws Exception {
    var other =
        new ServerConfig.Remote(
            URI.create(peer.origin() + "/other/mcp"),
            ServerConfig.Transport.HTTP,
            Map.of(),
            ServerConfig.OAuthClient.NONE);
    assertThat(logIn()).isTrue();
    peer.forgetClients();
    assertThat(store.logOut(remote().address())).isEqualTo(new LoginStore.LoggedOut(true, true));
    assertThat(logIn()).isTrue();
    assertThat(peer.registrations).hasValue(2);

    // A login that never came to its end leaves one, too.
    store.logOut(remote().address());
    peer.faults.add(Fault.LOGIN_REFUSED);
    assertThatThrownBy(this::logIn).hasMessageContaining("access_denied");
    assertThat(store.logOut(remote().address())).isEqualTo(new LoginStore.LoggedOut(false, true));
    assertThat(store.logOut(remote().address())).isEqualTo(new LoginStore.LoggedOut(false, false));

    // Another login of the same issuer, for a resource of its own.
    peer.faults.clear();
    assertThat(logIn()).isTrue();
    Login login = login();
    store.keep(
        other.address(),
        new Login(
            login.issuer(),
            "another",
            login.origin(),
            login.tokenEndpoint(),
            login.client(),
            "access",
            "refresh",
            0,
            ""));
    assertThat(store.logOut(remote().address())).isEqualTo(new LoginStore.LoggedOut(true, false));
    assertThat(store.registered(peer.issuer())).isPresent();
  }

  /// Exact comparison of addresses is what the specification wants of servers.
  @Test
  void whereThePortIsTakenAClientIsRegisteredForAnother() throws Exception {
    assertThat(logIn()).isTrue();
    int port = URI.create(login().client().redirect()).getPort();
    try (ServerSocket taken = await().ignoreExceptions().until(() -> bound(port), it -> true)) {
      assertThat(taken.isBound()).isTrue();
      assertThat(logIn()).isTrue();
    }
    assertThat(peer.registrations).hasValue(2);
    assertThat(URI.create(login().client().redirect()).getPort()).isNotEqualTo(port);
  }

  /// The callback's own connection may hold the port for a moment more.
  private static ServerSocket bound(int port) throws IOException {
    var socket = new ServerSocket();
    try {
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return socket;
    } catch (IOException taken) {
      socket.close();
      throw taken;
    }
  }

  /// What a client was registered for does not limit it forever.
  @Test
  void aScopeThatWasNotRegisteredRegistersAnew() throws Exception {
    assertThat(logIn()).isTrue();
    store.want(remote().address(), "admin");
    assertThat(logIn()).isTrue();
    assertThat(login().scope()).isEqualTo("read admin");
    assertThat(peer.registrations).hasValue(2);
    store.forget(remote().address());
    assertThat(logIn()).isTrue();
    assertThat(peer.registrations).as("it was registered for more").hasValue(2);

    // One that was kept before what it was for was kept.
    OAuthIdentity known = store.registered(peer.issuer()).orElseThrow();
    store.register(
        peer.issuer(),
        new OAuthIdentity(
            known.id(), known.secret(), known.method(), known.origin(), known.redirect(), ""));
    store.want(remote().address(), "other");
    assertThat(logIn()).isTrue();
    assertThat(login().scope()).isEqualTo("read other");
    assertThat(peer.registrations).hasValue(3);
  }

  /// A server that names another authorization server later gets nobody's secret sent there.
  @Test
  void aConfiguredSecretStaysWithItsFirstIssuer() throws Exception {
    var client = new ServerConfig.OAuthClient("by hand", "s3cret", "", "");
    peer.client("by hand", "s3cret");
    assertThat(logIn(remote(client))).isTrue();
    store.logOut(remote().address());
    peer.issuerPath = "/elsewhere";
    peer.requests.clear();
    assertThatThrownBy(() -> logIn(remote(client)))
        .hasMessageContaining("names another authorization server than before")
        .hasMessageContaining(peer.issuer())
        .hasMessageContaining("mcp.servers.NAME.oauth.issuer")
        .satisfies(told -> assertThat(String.valueOf(told)).doesNotContain("s3cret"));
    assertThat(peer.requests).doesNotContain("POST /token");
    var named = new ServerConfig.OAuthClient("by hand", "s3cret", peer.issuer(), "");
    assertThat(logIn(remote(named))).as("it was said whose it is").isTrue();
    var open = new ServerConfig.OAuthClient("by hand", "", "", "");
    peer.client("by hand", "");
    assertThat(logIn(remote(open))).as("without a secret there is nothing to keep").isTrue();
  }

  /// Over http everybody on the way reads the token.
  @Test
  void nobodyLogsInOverAnOpenConnection() {
    for (String address : List.of("http://mcp.example.org/mcp", "http://10.0.0.7:8080/mcp")) {
      assertThatThrownBy(
              () ->
                  flow(Duration.ofSeconds(30))
                      .run(
                          URI.create(address),
                          ServerConfig.OAuthClient.NONE,
                          List.of("Bearer"),
                          ""))
          .isInstanceOf(McpException.class)
          .hasMessageContaining("nobody logs in to " + address)
          .hasMessageContaining("https");
    }
    assertThat(visits).isZero();
  }

  @Test
  void anAnswerThatIsLostCostsALoginOnlyWhereItsTokensAreRefused() throws Exception {
    peer.lasts = 1;
    assertThat(logIn()).isTrue();
    Login kept = login();
    peer.faults.add(Fault.CUT_AFTER_ROTATION);
    OAuthAuthorizer authorizer = RefreshProgram.authorizer(home, remote(), http);
    assertThatThrownBy(
            () -> authorizer.challenged(remote().address(), 401, kept.access(), List.of()))
        .hasMessageContaining("could not be renewed, and is kept");
    assertThat(login()).isEqualTo(kept);
    peer.faults.clear();
    // The server has given the next one already, and takes the old one for stolen.
    assertThatThrownBy(
            () -> authorizer.challenged(remote().address(), 401, kept.access(), List.of()))
        .hasMessageContaining("is over")
        .hasMessageContaining("'tenon mcp login guarded'");
    assertThat(peer.problems).containsExactly("a refresh token was used twice");
    peer.problems.clear();
    assertThat(logIn()).isTrue();
  }

  @Test
  void aRefreshTokenThatIsNotRenewedIsKept() throws Exception {
    peer.lasts = 1;
    peer.faults.add(Fault.NO_ROTATION);
    assertThat(logIn()).isTrue();
    Login first = login();
    OAuthAuthorizer authorizer = RefreshProgram.authorizer(home, remote(), http);
    for (int i = 0; i < 2; i++) {
      assertThat(authorizer.token(remote().address())).isPresent();
      assertThat(login().refresh()).isEqualTo(first.refresh());
      assertThat(login().access()).isNotEqualTo(first.access());
    }
  }

  @Test
  void aClientThatIsGoneEndsTheLoginAndTheNextOneHasAnother() throws Exception {
    peer.lasts = 1;
    assertThat(logIn()).isTrue();
    peer.forgetClients();
    OAuthAuthorizer authorizer = RefreshProgram.authorizer(home, remote(), http);
    assertThatThrownBy(() -> authorizer.token(remote().address()))
        .hasMessageContaining("is over")
        .hasMessageContaining("invalid_client");
    assertThat(store.has(remote().address())).isFalse();
    assertThat(logIn()).isTrue();
    assertThat(peer.registrations).hasValue(2);
  }

  /// Whoever wanted the token has gone; what comes back is the only way to the next one.
  @Test
  void theEndWaitsForARenewal() throws Exception {
    peer.lasts = 1;
    assertThat(logIn()).isTrue();
    Login old = login();
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
    var authorizer = new OAuthAuthorizer("guarded", remote(), () -> http, store, null);
    var renewal = new FutureTask<>(() -> authorizer.token(remote().address()));
    Thread asking = Thread.ofVirtual().start(renewal);
    assertThat(asked.await(60, TimeUnit.SECONDS)).isTrue();
    asking.interrupt();
    asking.join();
    store.renewals().await(Duration.ofMillis(1));
    assertThat(login()).as("not for ever").isEqualTo(old);
    var end = new FutureTask<>(() -> store.renewals().await(Duration.ofMinutes(1)), true);
    Thread ending = Thread.ofVirtual().start(end);
    while (ending.getState() == Thread.State.NEW || ending.getState() == Thread.State.RUNNABLE) {
      Thread.onSpinWait();
    }
    answer.countDown();
    assertThat(end.get(60, TimeUnit.SECONDS)).isTrue();
    assertThat(login().refresh()).isNotEqualTo(old.refresh());
  }

  /// One that takes the connection and says nothing is given up.
  @Test
  void aSilentServerIsGivenUp() throws Exception {
    try (var silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        var asking =
            new OAuthHttp(
                http,
                remote().address(),
                ServerConfig.OAuthClient.NONE,
                new SystemNames(Duration.ofSeconds(30)),
                Duration.ofMillis(100))) {
      URI address = URI.create("http://127.0.0.1:" + silent.getLocalPort() + "/token");
      assertThatThrownBy(() -> asking.get(address)).hasMessageContaining("cannot be asked");
      assertThatThrownBy(() -> asking.form(address, Map.of("a", "b"), ""))
          .hasMessageContaining("cannot be asked");
    }
  }
}
