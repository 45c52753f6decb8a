package dev.tenon.protocols.mcp.oauth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.core.exec.resident.Residents;
import dev.tenon.core.exec.shell.Confinement;
import dev.tenon.core.exec.shell.Shell;
import dev.tenon.core.http.HttpRequest;
import dev.tenon.core.http.HttpResponse;
import dev.tenon.core.http.HttpSettings;
import dev.tenon.core.http.Proxies;
import dev.tenon.core.http.Transport;
import dev.tenon.core.json.Json;
import dev.tenon.protocols.mcp.OpenedServers;
import dev.tenon.protocols.mcp.client.ClientSide;
import dev.tenon.protocols.mcp.client.McpClient;
import dev.tenon.protocols.mcp.config.ServerConfig;
import dev.tenon.protocols.mcp.oauth.AuthorizationServer.Place;
import dev.tenon.protocols.mcp.protocol.McpException;
import dev.tenon.protocols.mcp.transport.ServerStarter;
import java.io.IOException;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Logging in at an authorization server with every fault, and what becomes of its tokens.
class OAuthTest {
  @TempDir Path home;
  private final Transport http = new Transport(HttpSettings.DEFAULTS, Proxies.of(Map.of()));
  private final Residents residents = new Residents(new Shell(Set.of()), text -> text);
  private final List<String> notes = new ArrayList<>();
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
    residents.close();
    assertThat(peer.problems).isEmpty();
  }

  /// A browser that agrees to everything.
  private LoginFlow browser(Duration patience) {
    return new LoginFlow(http, store, (address, pasted) -> follow(address), patience);
  }

  private void follow(URI address) {
    visits++;
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                get(URI.create(location(address)));
              } catch (IOException | InterruptedException unfollowed) {
                notes.add(unfollowed.toString());
              }
            });
  }

  private String location(URI address) throws IOException, InterruptedException {
    try (HttpResponse response = http.send(HttpRequest.get(address, Map.of()))) {
      return String.valueOf(response.headers().get("Location"));
    }
  }

  private int get(URI address) throws IOException, InterruptedException {
    try (HttpResponse response = http.send(HttpRequest.get(address, Map.of()))) {
      response.text(10_000);
      return response.status();
    }
  }

  private ServerConfig server(Json.Obj oauth) {
    return OpenedServers.server(
        Json.object()
            .put("url", peer.server())
            .put("oauth", oauth.isEmpty() ? null : oauth)
            .build());
  }

  private ServerConfig server() {
    return server(Json.Obj.EMPTY);
  }

  private static ServerConfig.Remote remote(ServerConfig server) {
    return (ServerConfig.Remote) server.way();
  }

  private McpClient open(ServerConfig server, LoginFlow flow) throws Exception {
    var starter =
        new ServerStarter(
            () -> residents,
            each -> Confinement.none(),
            () -> http,
            each -> new OAuthAuthorizer("guarded", remote(each), () -> http, store, flow),
            home,
            Map.of(),
            Map.of(),
            notes::add);
    int before = peer.listened.get();
    McpClient client = McpClient.open(server, starter, McpClient.Options.of(ClientSide.nobody()));
    // It listens beside its calls: what that does to tokens is done before a test goes on.
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (peer.listened.get() == before) {
      assertThat(System.nanoTime()).as("in time").isLessThan(end);
      Thread.onSpinWait();
    }
    return client;
  }

  private String call(McpClient client, String tool) throws Exception {
    return client.callTool(tool, Json.Obj.EMPTY, told -> {}).compact();
  }

  private String kept() throws IOException {
    var all = new StringBuilder();
    if (Files.exists(home.resolve("mcp/tokens"))) {
      try (var files = Files.list(home.resolve("mcp/tokens"))) {
        for (Path each : files.toList()) {
          assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(each)))
              .isEqualTo("rw-------");
          all.append(Files.readString(each));
        }
      }
    }
    return all.toString();
  }

  @Test
  void everyPlaceOfMetadata() throws Exception {
    record Row(Place resource, String issuerPath, Place issuer) {}
    for (Row row :
        List.of(
            new Row(Place.CHALLENGE, "", Place.OAUTH),
            new Row(Place.OF_THE_PATH, "", Place.OPENID_BEFORE_THE_PATH),
            new Row(Place.OF_THE_HOST, "/tenant", Place.OAUTH),
            new Row(Place.CHALLENGE, "/tenant", Place.OPENID_BEFORE_THE_PATH),
            new Row(Place.CHALLENGE, "/tenant", Place.OPENID_BEHIND_THE_PATH),
            new Row(Place.NOWHERE, "", Place.OAUTH),
            new Row(Place.NOWHERE, "", Place.NOWHERE))) {
      peer.metadata = row.resource();
      peer.issuerPath = row.issuerPath();
      peer.issuerPlace = row.issuer();
      store.forget(URI.create(peer.server()));
      try (McpClient client = open(server(), browser(Duration.ofSeconds(30)))) {
        assertThat(call(client, "echo")).as(row.toString()).contains("got Bearer [token]");
      }
    }
  }

  @Test
  void everyFaultIsNamedAndLeavesNoToken() throws Exception {
    Map<Fault, String> faults =
        Map.ofEntries(
            Map.entry(Fault.FOREIGN_RESOURCE, "about another resource, 'https://bank.example/mcp'"),
            Map.entry(Fault.FOREIGN_ISSUER, "that of another authorization server"),
            Map.entry(Fault.NO_PKCE, "does not say that it knows PKCE with S256"),
            Map.entry(Fault.UNSAFE_TOKEN_ENDPOINT, "token_endpoint must be an address with https"),
            Map.entry(Fault.NO_REGISTRATION, "oauth.clientId"),
            Map.entry(Fault.REGISTRATION_REFUSED, "invalid_client_metadata"),
            Map.entry(Fault.WRONG_STATE, "nobody came back"),
            Map.entry(Fault.WRONG_ISS, "does not come from"),
            Map.entry(Fault.NO_ISS, "does not come from"),
            Map.entry(Fault.LOGIN_REFUSED, "access_denied"),
            Map.entry(Fault.TOKEN_REFUSED, "invalid_grant (it is so)"),
            Map.entry(Fault.TOKEN_BROKEN, "status 503"),
            Map.entry(Fault.LOGIN_REFUSED_BY_ANOTHER, "does not come from"),
            Map.entry(Fault.UNSAFE_AUTHORIZATION_ENDPOINT, "authorization_endpoint must be"),
            Map.entry(Fault.UNSAFE_REGISTRATION_ENDPOINT, "registration_endpoint must be"),
            Map.entry(Fault.REGISTRATION_WITHOUT_ID, "registers a client without an id"),
            Map.entry(Fault.METADATA_OF_A_PORTAL, "publishes no metadata"),
            Map.entry(Fault.METADATA_BROKEN, "status 503"),
            Map.entry(Fault.METADATA_TOO_LONG, "publishes no metadata"),
            Map.entry(Fault.TOKEN_TOO_LONG, "and no JSON"),
            Map.entry(Fault.TOKEN_MISSING, "gives no token"),
            Map.entry(Fault.TOKEN_OF_ANOTHER_KIND, "not known, 'mac'"),
            Map.entry(Fault.TOKEN_REDIRECTED, "status 302"),
            Map.entry(Fault.METADATA_REDIRECTED, "there is no metadata at"));
    for (Fault fault : Fault.values()) {
      String told = faults.get(fault);
      if (told == null) {
        continue;
      }
      peer.faults.clear();
      peer.faults.add(fault);
      store.logOut(URI.create(peer.server()));
      // Nobody comes back with the right state, and only then is the wait to its end.
      var patience = Duration.ofMillis(fault == Fault.WRONG_STATE ? 700 : 60_000);
      assertThatThrownBy(() -> open(server(), browser(patience)).close(), fault.name())
          .as(fault.name())
          .isInstanceOf(McpException.class)
          .hasMessageContaining(told);
      assertThat(kept()).as(fault.name()).doesNotContain("access-");
    }
    assertThat(peer.requests).doesNotContain("GET /elsewhere", "POST /elsewhere");
  }

  @Test
  void aClientIsConfiguredOrADocumentOrRegisteredOnceForAll() throws Exception {
    Json.Obj configured =
        Json.object().put("clientId", "by hand").put("clientSecret", "s&cret=1").build();
    peer.faults.add(Fault.BASIC_ONLY);
    peer.client("by hand", "s&cret=1");
    peer.lasts = 1;
    try (McpClient client = open(server(configured), browser(Duration.ofSeconds(30)))) {
      assertThat(call(client, "echo")).as("renewed with its secret").contains("got");
    }
    assertThat(peer.registrations).hasValue(0);
    assertThat(peer.refreshes.get()).isPositive();
    assertThat(store.forget(URI.create(peer.server()))).isTrue();
    assertThat(kept()).isEmpty();

    peer.faults.clear();
    peer.faults.add(Fault.DOCUMENTS);
    Json.Obj document = Json.object().put("clientMetadataUrl", "https://me.example/c.json").build();
    open(server(document), browser(Duration.ofSeconds(30))).close();
    assertThat(peer.registrations).hasValue(0);
    store.forget(URI.create(peer.server()));

    peer.faults.clear();
    for (int i = 0; i < 3; i++) {
      open(server(), browser(Duration.ofSeconds(30))).close();
      store.forget(URI.create(peer.server()));
    }
    assertThat(peer.registrations).as("used again").hasValue(1);
    String first = store.registered(peer.issuer()).orElseThrow().id();
    peer.client(first, "changed, so that it is refused");
    open(server(), browser(Duration.ofSeconds(30))).close();
    assertThat(peer.registrations).as("invalid_client registers once more").hasValue(2);
  }

  @Test
  void moreScopesAreAskedForThreeTimesAtMost() throws Exception {
    try (McpClient client = open(server(), browser(Duration.ofSeconds(30)))) {
      assertThat(visits).isEqualTo(1);
      assertThat(call(client, "admin")).contains("got");
      assertThat(visits).isEqualTo(2);
      assertThat(store.find(URI.create(peer.server())).orElseThrow().scope())
          .isEqualTo("read admin");
      peer.faults.add(Fault.NEVER_CONTENT);
      assertThatThrownBy(() -> call(client, "admin"))
          .hasMessageContaining("not content after 3 logins for 'admin'");
      assertThat(visits).isEqualTo(3);
    }
    try (McpClient client = open(server(), null)) {
      assertThatThrownBy(() -> call(client, "admin"))
          .hasMessageContaining("wants a login that allows more for 'admin'")
          .hasMessageContaining("tenon mcp login guarded");
    }
  }

  @Test
  void aStrayVisitDoesNotEndTheWaitAndAPastedAddressDoes() throws Exception {
    var flow =
        new LoginFlow(
            http,
            store,
            (address, pasted) -> {
              String query = address.getRawQuery();
              String back =
                  URLDecoder.decode(
                      query.replaceFirst(".*redirect_uri=([^&]*).*", "$1"), StandardCharsets.UTF_8);
              try {
                assertThat(get(URI.create(back + "?code=x&state=forged"))).isEqualTo(400);
                assertThat(get(URI.create(back.replace("/callback", "/")))).isEqualTo(400);
                assertThat(pasted.take("what?")).isFalse();
                assertThat(pasted.take(back + "?code=x&state=forged")).isFalse();
                assertThat(pasted.take(" " + location(address) + "\n")).isTrue();
              } catch (IOException failed) {
                throw new AssertionError(failed);
              }
            },
            Duration.ofSeconds(30));
    try (McpClient client = open(server(), flow)) {
      assertThat(call(client, "echo")).contains("[token]");
    }
  }

  @Test
  void tokensAreRenewedOnDiskFirstAndSurviveFaultsOfTheNetwork() throws Exception {
    open(server(), browser(Duration.ofSeconds(30))).close();
    URI address = URI.create(peer.server());
    Login first = store.find(address).orElseThrow();
    assertThat(first.toString()).doesNotContain(first.access(), first.refresh());
    try (McpClient client = open(server(), null)) {
      // In this order: the client listens beside its calls, and would renew in between.
      peer.faults.add(Fault.TOKEN_BROKEN);
      peer.revokeAccess();
      assertThatThrownBy(() -> call(client, "echo"))
          .hasMessageContaining("could not be renewed, and is kept");
      assertThat(store.find(address)).contains(first);
      peer.faults.clear();
      assertThat(call(client, "echo")).contains("[token]");
      Login second = store.find(address).orElseThrow();
      assertThat(second.refresh()).isNotEqualTo(first.refresh());
      assertThat(visits).isEqualTo(1);

      peer.faults.add(Fault.TOKEN_REFUSED);
      peer.revokeAccess();
      assertThatThrownBy(() -> call(client, "echo"))
          .hasMessageContaining("is over")
          .hasMessageContaining("tenon mcp login guarded")
          .satisfies(
              failed -> {
                for (String token : peer.tokens) {
                  assertThat(String.valueOf(failed)).doesNotContain(token);
                }
              });
      assertThat(store.has(address)).isFalse();
    }
    assertThat(notes).noneMatch(note -> peer.tokens.stream().anyMatch(note::contains));
  }

  /// Whatever is not a plain no to the tokens may be another thing the next time.
  @Test
  void onlyAPlainNoEndsALogin() throws Exception {
    peer.lasts = 30;
    open(server(), browser(Duration.ofSeconds(30))).close();
    URI address = URI.create(peer.server());
    Login kept = store.find(address).orElseThrow();
    for (Fault passing :
        List.of(Fault.TOKEN_OF_A_PORTAL, Fault.TOKEN_REPEATED, Fault.TOKEN_REDIRECTED)) {
      peer.faults.clear();
      peer.faults.add(passing);
      var authorizer = new OAuthAuthorizer("guarded", remote(server()), () -> http, store, null);
      assertThat(authorizer.token(address)).as("good for a moment").contains(kept.access());
      assertThatThrownBy(() -> authorizer.challenged(address, 401, kept.access(), List.of()))
          .as(passing.name())
          .hasMessageContaining("could not be renewed, and is kept")
          .hasMessageContaining("'tenon mcp login guarded' logs you in anew");
      assertThat(store.find(address)).contains(kept);
    }
    peer.faults.clear();
    var authorizer = new OAuthAuthorizer("guarded", remote(server()), () -> http, store, null);
    assertThat(authorizer.token(address).orElseThrow()).isNotEqualTo(kept.access());
  }

  /// A server may repeat whatever it was told.
  @Test
  void noSecretThatAServerRepeatsIsTold() throws Exception {
    Json.Obj configured =
        Json.object().put("clientId", "by hand").put("clientSecret", "s&cret=1").build();
    peer.client("by hand", "s&cret=1");
    URI address = URI.create(peer.server());
    for (boolean basic : List.of(false, true)) {
      peer.faults.clear();
      if (basic) {
        peer.faults.add(Fault.BASIC_ONLY);
      }
      ServerConfig server = server(configured);
      open(server, browser(Duration.ofSeconds(30))).close();
      Login login = store.find(address).orElseThrow();
      peer.faults.add(Fault.TOKEN_REPEATED);
      peer.revokeAccess();
      var authorizer = new OAuthAuthorizer("guarded", remote(server), () -> http, store, null);
      assertThatThrownBy(
              () -> authorizer.challenged(address, 401, login.access(), List.of("Bearer")))
          .hasMessageContaining("refuses: server_error (leaky")
          .hasMessageContaining("[secret]")
          .satisfies(this::tellsNothing);
      store.forget(address);
      assertThatThrownBy(() -> open(server, browser(Duration.ofSeconds(30))).close())
          .hasMessageContaining("leaky")
          .satisfies(this::tellsNothing);
    }
    assertThat(peer.sent)
        .anyMatch(each -> each.startsWith("code="))
        .anyMatch(each -> each.startsWith("code_verifier="))
        .anyMatch(each -> each.startsWith("refresh_token="))
        .contains("client_secret=s&cret=1");
  }

  private void tellsNothing(Throwable failed) {
    for (Throwable each = failed; each != null; each = each.getCause()) {
      assertThat(String.valueOf(each)).doesNotContain("s&cret=1", "s%26cret%3D1");
      for (String field : peer.sent) {
        if (field.matches("(code|code_verifier|refresh_token|client_secret|basic)=.*")) {
          String value = field.substring(field.indexOf('=') + 1);
          assertThat(String.valueOf(each)).doesNotContain(value);
        }
      }
    }
  }

  @Test
  void aTokenThatOthersCanReadIsNotUsedAndGoesToItsOriginOnly() throws Exception {
    open(server(), browser(Duration.ofSeconds(30))).close();
    var authorizer = new OAuthAuthorizer("guarded", remote(server()), () -> http, store, null);
    assertThat(authorizer.token(URI.create(peer.server()))).isPresent();
    assertThat(authorizer.token(URI.create("http://127.0.0.1:1/mcp"))).isEmpty();
    assertThat(authorizer.token(URI.create("https://127.0.0.1/mcp"))).isEmpty();
    try (var files = Files.list(home.resolve("mcp/tokens"))) {
      for (Path each : files.filter(file -> file.toString().contains("token-")).toList()) {
        Files.setPosixFilePermissions(each, PosixFilePermissions.fromString("rw-r--r--"));
      }
    }
    assertThatThrownBy(() -> open(server(), null).close())
        .hasMessageContaining("has the mode 644")
        .hasMessageContaining("tenon mcp logout")
        .hasMessageContaining("chmod 600");
    store.forget(URI.create(peer.server()));
    assertThatThrownBy(() -> open(server(), null).close())
        .hasMessageContaining("wants to know who asks for 'read'");
  }

  @Test
  void whoIsStoppedWhileATokenIsRenewedDoesNotLoseIt() throws Exception {
    open(server(), browser(Duration.ofSeconds(30))).close();
    peer.lasts = 1;
    peer.revokeAccess();
    for (int i = 0; i < 50; i++) {
      var authorizer = new OAuthAuthorizer("guarded", remote(server()), () -> http, store, null);
      int before = peer.refreshes.get();
      Thread asking =
          Thread.ofVirtual()
              .start(
                  () -> {
                    try {
                      authorizer.challenged(URI.create(peer.server()), 401, "", List.of());
                      authorizer.token(URI.create(peer.server()));
                    } catch (McpException | InterruptedException stopped) {
                      // As it should be.
                    }
                  });
      while (asking.isAlive() && peer.refreshes.get() == before) {
        Thread.onSpinWait();
      }
      asking.interrupt();
      asking.join();
    }
    var last = new OAuthAuthorizer("guarded", remote(server()), () -> http, store, null);
    assertThat(last.token(URI.create(peer.server()))).isPresent();
    assertThat(peer.problems).isEmpty();
  }

  @Test
  void twoProgramsRenewOneTokenAThousandTimes() throws Exception {
    open(server(), browser(Duration.ofSeconds(30))).close();
    peer.lasts = 1;
    // From now on every token is nearly over. No client does this: it listens beside its calls, and
    // what it renews for that would be counted, too.
    ServerConfig.Remote server = RefreshProgram.server(peer.server());
    OAuthAuthorizer authorizer = RefreshProgram.authorizer(home, server, http);
    String used = authorizer.token(server.address()).orElseThrow();
    assertThat(authorizer.challenged(server.address(), 401, used, List.of())).isTrue();
    int before = peer.refreshes.get();
    var programs = new ArrayList<Process>();
    for (int i = 0; i < 2; i++) {
      programs.add(
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-Xshare:auto",
                  "-cp",
                  System.getProperty("java.class.path"),
                  RefreshProgram.class.getName(),
                  home.toString(),
                  peer.server(),
                  "500")
              .redirectErrorStream(true)
              .redirectOutput(home.resolve("program-" + i).toFile())
              .start());
    }
    for (Process each : programs) {
      assertThat(each.waitFor(4, TimeUnit.MINUTES)).isTrue();
    }
    for (int i = 0; i < 2; i++) {
      assertThat(programs.get(i).exitValue())
          .as(Files.readString(home.resolve("program-" + i)))
          .isZero();
    }
    assertThat(peer.refreshes.get() - before).isEqualTo(1_000);
    assertThat(peer.problems).isEmpty();
  }
}
