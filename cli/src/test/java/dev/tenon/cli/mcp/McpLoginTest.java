package dev.tenon.cli.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.tenon.cli.Main;
import dev.tenon.cli.base.Streams;
import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `tenon mcp login` and `logout` without a browser: the address is pasted.
class McpLoginTest {
  private static final Pattern ADDRESS = Pattern.compile("http://\\S+/authorize\\?\\S+");

  @TempDir Path folder;
  private Path project;
  private Path home;
  private HttpServer http;
  private String origin = "";
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @BeforeEach
  void start() throws IOException {
    project = Files.createDirectory(folder.resolve("project")).toRealPath();
    home = Files.createDirectory(folder.resolve("home"));
    http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    http.createContext("/", this::handle);
    http.start();
    origin = "http://127.0.0.1:" + http.getAddress().getPort();
    Files.writeString(
        home.resolve("config.yml"), "mcp: {servers: {own: {url: \"" + origin + "/mcp\"}}}\n");
  }

  @AfterEach
  void end() {
    http.stop(0);
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readAllBytes();
      switch (exchange.getRequestURI().getPath()) {
        case "/.well-known/oauth-protected-resource/mcp" ->
            send(
                exchange,
                200,
                Json.object()
                    .put("resource", origin + "/mcp")
                    .put("authorization_servers", Json.strings(List.of(origin)))
                    .build());
        case "/.well-known/oauth-authorization-server" ->
            send(
                exchange,
                200,
                Json.object()
                    .put("issuer", origin)
                    .put("authorization_endpoint", origin + "/authorize")
                    .put("token_endpoint", origin + "/token")
                    .put("registration_endpoint", origin + "/register")
                    .put("token_endpoint_auth_methods_supported", Json.strings(List.of("none")))
                    .put("code_challenge_methods_supported", Json.strings(List.of("S256")))
                    .build());
        case "/register" -> send(exchange, 201, Json.object().put("client_id", "me").build());
        case "/authorize" -> {
          String query = exchange.getRequestURI().getRawQuery();
          String state = query.replaceFirst(".*\\bstate=([^&]*).*", "$1");
          String back = query.replaceFirst(".*redirect_uri=([^&]*).*", "$1");
          exchange
              .getResponseHeaders()
              .set(
                  "Location",
                  URLDecoder.decode(back, StandardCharsets.UTF_8) + "?code=c&state=" + state);
          exchange.sendResponseHeaders(302, -1);
        }
        case "/token" ->
            send(
                exchange,
                200,
                Json.object()
                    .put("access_token", "access-of-the-test")
                    .put("refresh_token", "refresh-of-the-test")
                    .put("expires_in", 3600)
                    .build());
        case "/mcp" -> serve(exchange, body);
        default -> send(exchange, 404, Json.Obj.EMPTY);
      }
    } catch (JsonException broken) {
      throw new IOException(broken);
    }
  }

  private static void serve(HttpExchange exchange, byte[] body) throws IOException, JsonException {
    String token = exchange.getRequestHeaders().getFirst("Authorization");
    if (!"Bearer access-of-the-test".equals(token)) {
      exchange.getResponseHeaders().set("WWW-Authenticate", "Bearer");
      send(exchange, 401, Json.Obj.EMPTY);
      return;
    }
    Json.Obj message =
        body.length == 0
            ? Json.Obj.EMPTY
            : Json.parseObject(new String(body, StandardCharsets.UTF_8));
    if (!message.has("id")) {
      exchange.sendResponseHeaders(202, -1);
      return;
    }
    Json.Obj result =
        switch (message.string("method", "")) {
          case "initialize" ->
              Json.object()
                  .put("protocolVersion", "2025-06-18")
                  .put("capabilities", Json.object().put("tools", Json.Obj.EMPTY).build())
                  .put("serverInfo", Json.object().put("name", "own").build())
                  .build();
          case "tools/list" ->
              Json.object()
                  .array("tools", List.of(Json.object().put("name", "note").build()))
                  .build();
          default -> Json.object().put("code", -32601).put("message", "no").build();
        };
    send(
        exchange,
        200,
        Json.object()
            .put("jsonrpc", "2.0")
            .put("id", message.get("id"))
            .put(result.has("code") ? "error" : "result", result)
            .build());
  }

  private static void send(HttpExchange exchange, int status, Json body) throws IOException {
    byte[] bytes = body.compact().getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  private int run(InputStream in, String... words) {
    out.reset();
    err.reset();
    var all = new ArrayList<>(List.of(words));
    all.add(1, "--root=" + project);
    return Main.run(
        Streams.captured(in, out, err),
        Map.of("TENON_HOME", home.toString()),
        all.toArray(String[]::new));
  }

  private int run(String... words) {
    return run(new ByteArrayInputStream(new byte[0]), words);
  }

  private String told() {
    return err.toString(StandardCharsets.UTF_8);
  }

  /// The address that the browser would end at.
  private String followed() throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    Matcher found = ADDRESS.matcher(told());
    while (!found.find()) {
      assertThat(System.nanoTime()).as(told()).isLessThan(end);
      Thread.onSpinWait();
      found = ADDRESS.matcher(told());
    }
    try (HttpClient browser = HttpClient.newHttpClient()) {
      return browser
          .send(
              HttpRequest.newBuilder(URI.create(found.group())).build(),
              HttpResponse.BodyHandlers.discarding())
          .headers()
          .firstValue("Location")
          .orElseThrow();
    }
  }

  private List<Path> tokens() throws IOException {
    try (var files = Files.list(home.resolve("mcp/tokens"))) {
      return files.filter(each -> each.toString().contains("mcp-token-")).toList();
    }
  }

  @Test
  void theAddressIsPastedAndTheTokensAreGoneAfterALogout() throws Exception {
    try (var typed = new PipedOutputStream()) {
      var in = new PipedInputStream(typed);
      var login = new FutureTask<>(() -> run(in, "mcp", "login", "own"));
      Thread.ofPlatform().start(login);
      String back = followed();
      typed.write(
          ("http://elsewhere/?code=c&state=x\n" + back + "\n").getBytes(StandardCharsets.UTF_8));
      typed.flush();
      assertThat(login.get(60, TimeUnit.SECONDS)).as(told()).isZero();
    }
    assertThat(out.toString(StandardCharsets.UTF_8)).contains("logged in to own; it has 1 tool");
    assertThat(told())
        .contains("paste the address it ends at", "this is not the address that the login ends at")
        .doesNotContain("-of-the-test");
    assertThat(tokens()).hasSize(1);
    Path token = tokens().getFirst();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(token)))
        .isEqualTo("rw-------");
    assertThat(run("mcp", "tools", "own")).as(told()).isZero();

    Files.setPosixFilePermissions(token, PosixFilePermissions.fromString("rw-r--r--"));
    assertThat(run("mcp", "tools", "own")).isEqualTo(1);
    assertThat(told())
        .contains(token.toString(), "has the mode 644", "'tenon mcp logout'", "chmod 600")
        .doesNotContain("-of-the-test")
        .hasLineCount(1);

    assertThat(run("mcp", "logout", "own")).as(told()).isZero();
    assertThat(out.toString(StandardCharsets.UTF_8)).contains("its tokens are gone");
    assertThat(tokens()).isEmpty();
    assertThat(run("mcp", "logout", "own")).isZero();
    assertThat(out.toString(StandardCharsets.UTF_8)).contains("there is no login for own");
  }
}
