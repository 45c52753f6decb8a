package dev.tenon.protocols.mcp.oauth;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// An authorization server and the server that it gives tokens for, on loopback, strict about
/// everything that is checked here, and with every fault that one can have. A refresh token that is
/// used twice ends the whole login.
final class AuthorizationServer implements AutoCloseable {
  final Set<Fault> faults = ConcurrentHashMap.newKeySet();
  final Queue<String> problems = new ConcurrentLinkedQueue<>();
  final Queue<String> requests = new ConcurrentLinkedQueue<>();
  final AtomicInteger registrations = new AtomicInteger();
  final AtomicInteger refreshes = new AtomicInteger();

  /// How often a client that listens beside its calls was told that there is nothing to hear.
  final AtomicInteger listened = new AtomicInteger();

  /// What the token endpoint does before it answers.
  volatile Runnable beforeTokens = () -> {};

  /// Fields of requests for tokens that were repeated.
  final Set<String> sent = ConcurrentHashMap.newKeySet();

  final Set<String> tokens = ConcurrentHashMap.newKeySet();
  volatile long lasts = 3600;
  volatile String issuerPath = "";
  volatile Place metadata = Place.CHALLENGE;
  volatile Place issuerPlace = Place.OAUTH;

  private final HttpServer http;
  private final Map<String, Map<String, String>> codes = new ConcurrentHashMap<>();
  private final Map<String, String> clients = new ConcurrentHashMap<>();
  private final Map<String, String> valid = new ConcurrentHashMap<>();
  private final Map<String, Map<String, String>> refresh = new HashMap<>();
  private final Set<String> used = new HashSet<>();
  private final AtomicInteger numbers = new AtomicInteger();

  /// Where metadata lies.
  enum Place {
    CHALLENGE,
    OF_THE_PATH,
    OF_THE_HOST,
    NOWHERE,
    OAUTH,
    OPENID_BEFORE_THE_PATH,
    OPENID_BEHIND_THE_PATH
  }

  enum Fault {
    FOREIGN_RESOURCE,
    FOREIGN_ISSUER,
    NAMED_AFTER_THE_HOST,
    TOKENS_ELSEWHERE,
    NO_PKCE,
    UNSAFE_TOKEN_ENDPOINT,
    NO_REGISTRATION,
    REGISTRATION_REFUSED,
    WRONG_STATE,
    WRONG_ISS,
    NO_ISS,
    LOGIN_REFUSED,
    TOKEN_REFUSED,
    TOKEN_BROKEN,
    TOKEN_OF_A_PORTAL,
    TOKEN_REPEATED,
    TOKEN_OF_ANOTHER_KIND,
    TOKEN_REDIRECTED,
    METADATA_REDIRECTED,
    NEVER_CONTENT,
    DOCUMENTS,
    BASIC_ONLY
  }

  AuthorizationServer() throws IOException {
    http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    http.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    http.createContext("/", this::handle);
    http.start();
  }

  String origin() {
    return "http://127.0.0.1:" + http.getAddress().getPort();
  }

  String server() {
    return origin() + "/mcp";
  }

  String issuer() {
    return origin() + issuerPath;
  }

  private String named() {
    return has(Fault.NAMED_AFTER_THE_HOST) ? origin() : issuer();
  }

  /// A client that somebody registered by hand.
  void client(String id, String secret) {
    clients.put(id, secret);
  }

  /// None of the tokens that were given is good any more.
  void revokeAccess() {
    valid.clear();
  }

  private boolean has(Fault fault) {
    return faults.contains(fault);
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      String path = exchange.getRequestURI().getPath();
      requests.add(exchange.getRequestMethod() + " " + path);
      if (path.startsWith("/.well-known/oauth-protected-resource") || path.equals("/about")) {
        resource(exchange, path);
      } else if (path.contains("/.well-known/")) {
        metadata(exchange, path);
      } else {
        switch (path) {
          case "/mcp", "/other/mcp" -> serve(exchange, path);
          case "/authorize" -> authorize(exchange);
          case "/token" -> token(exchange);
          case "/register" -> register(exchange);
          default -> send(exchange, 404, Json.Obj.EMPTY);
        }
      }
    } catch (RuntimeException | JsonException bug) {
      problems.add(bug.toString());
      throw new IOException(bug);
    }
  }

  private static void send(HttpExchange exchange, int status, Json body) throws IOException {
    byte[] bytes = body.compact().getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  private void redirect(HttpExchange exchange, String to) throws IOException {
    exchange.getResponseHeaders().set("Location", to);
    exchange.sendResponseHeaders(302, -1);
  }

  private void resource(HttpExchange exchange, String path) throws IOException {
    boolean here =
        switch (metadata) {
          case CHALLENGE -> path.equals("/about");
          case OF_THE_PATH -> path.endsWith("/mcp");
          case OF_THE_HOST -> path.equals("/.well-known/oauth-protected-resource");
          default -> false;
        };
    if (!here) {
      send(exchange, 404, Json.Obj.EMPTY);
    } else if (has(Fault.METADATA_REDIRECTED)) {
      redirect(exchange, origin() + "/elsewhere");
    } else {
      send(
          exchange,
          200,
          Json.object()
              .put("resource", has(Fault.FOREIGN_RESOURCE) ? "https://bank.example/mcp" : origin())
              .put("authorization_servers", Json.strings(List.of(issuer())))
              .put("scopes_supported", Json.strings(List.of("read")))
              .build());
    }
  }

  private void metadata(HttpExchange exchange, String path) throws IOException {
    String wanted =
        switch (issuerPlace) {
          case OAUTH -> "/.well-known/oauth-authorization-server" + issuerPath;
          case OPENID_BEFORE_THE_PATH -> "/.well-known/openid-configuration" + issuerPath;
          case OPENID_BEHIND_THE_PATH -> issuerPath + "/.well-known/openid-configuration";
          default -> "";
        };
    if (!path.equals(wanted)) {
      send(exchange, 404, Json.Obj.EMPTY);
      return;
    }
    var found =
        Json.object()
            .put("issuer", has(Fault.FOREIGN_ISSUER) ? "https://evil.example" : named())
            .put("authorization_endpoint", origin() + "/authorize")
            .put(
                "token_endpoint",
                has(Fault.UNSAFE_TOKEN_ENDPOINT)
                    ? "http://plain.example/token"
                    : (has(Fault.TOKENS_ELSEWHERE) ? "https://a.example" : origin()) + "/token")
            .put("authorization_response_iss_parameter_supported", true)
            .put("client_id_metadata_document_supported", has(Fault.DOCUMENTS))
            .put(
                "token_endpoint_auth_methods_supported",
                Json.strings(List.of(has(Fault.BASIC_ONLY) ? "client_secret_basic" : "none")));
    if (!has(Fault.NO_PKCE)) {
      found.put("code_challenge_methods_supported", Json.strings(List.of("S256")));
    }
    if (!has(Fault.NO_REGISTRATION)) {
      found.put("registration_endpoint", origin() + "/register");
    }
    send(exchange, 200, found.build());
  }

  private void register(HttpExchange exchange) throws IOException, JsonException {
    Json.Obj body =
        Json.parseObject(
            new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
    if (has(Fault.REGISTRATION_REFUSED)) {
      send(exchange, 400, Json.object().put("error", "invalid_client_metadata").build());
      return;
    }
    registrations.incrementAndGet();
    String id = "client-" + numbers.incrementAndGet();
    String secret = has(Fault.BASIC_ONLY) ? "secret-of-" + id : "";
    clients.put(id, secret);
    send(
        exchange,
        201,
        Json.object()
            .putAll(body)
            .put("client_id", id)
            .put("client_secret", secret.isEmpty() ? null : secret)
            .build());
  }

  private static Map<String, String> fields(String query) {
    Map<String, String> fields = new LinkedHashMap<>();
    for (String pair : query.split("&", -1)) {
      int equals = pair.indexOf('=');
      if (equals > 0) {
        fields.put(
            pair.substring(0, equals),
            URLDecoder.decode(pair.substring(equals + 1), StandardCharsets.UTF_8));
      }
    }
    return fields;
  }

  private void authorize(HttpExchange exchange) throws IOException {
    Map<String, String> asked = fields(exchange.getRequestURI().getRawQuery());
    require("code".equals(asked.get("response_type")), "response_type");
    require("S256".equals(asked.get("code_challenge_method")), "code_challenge_method");
    require(asked.getOrDefault("resource", "").startsWith(origin()), "resource");
    require(asked.getOrDefault("redirect_uri", "").startsWith("http://127.0.0.1:"), "redirect_uri");
    String code = "code-" + numbers.incrementAndGet();
    codes.put(code, asked);
    String state = has(Fault.WRONG_STATE) ? "guessed" : asked.get("state");
    String iss = has(Fault.WRONG_ISS) ? "https://evil.example" : named();
    redirect(
        exchange,
        asked.get("redirect_uri")
            + "?state="
            + state
            + (has(Fault.LOGIN_REFUSED) ? "&error=access_denied" : "&code=" + code)
            + (has(Fault.NO_ISS) ? "" : "&iss=" + OAuthHttp.encoded(iss)));
  }

  private void require(boolean holds, String what) {
    if (!holds) {
      problems.add("wrong " + what);
    }
  }

  private void token(HttpExchange exchange) throws IOException {
    Map<String, String> asked =
        fields(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
    beforeTokens.run();
    if (has(Fault.TOKEN_BROKEN)) {
      send(exchange, 503, Json.Obj.EMPTY);
      return;
    }
    if (has(Fault.TOKEN_OF_A_PORTAL)) {
      exchange.sendResponseHeaders(200, 0);
      exchange.getResponseBody().write("<html>Welcome</html>".getBytes(StandardCharsets.UTF_8));
      return;
    }
    if (has(Fault.TOKEN_REPEATED)) {
      String header = exchange.getRequestHeaders().getFirst("Authorization");
      String basic = header == null ? "none" : header.substring("Basic ".length());
      if (header != null) {
        sent.add("basic=" + basic);
      }
      asked.remove("redirect_uri");
      String told = "leaky " + basic + " " + asked;
      asked.forEach((name, value) -> sent.add(name + "=" + value));
      send(
          exchange,
          400,
          Json.object().put("error", "server_error").put("error_description", told).build());
      return;
    }
    if (has(Fault.TOKEN_REDIRECTED)) {
      redirect(exchange, origin() + "/elsewhere");
      return;
    }
    if (has(Fault.TOKEN_REFUSED)) {
      refuse(exchange, "invalid_grant");
      return;
    }
    String client = client(exchange, asked);
    if (client == null) {
      refuse(exchange, "invalid_client");
      return;
    }
    require(asked.getOrDefault("resource", "").startsWith(origin()), "resource of the token");
    Map<String, String> granted =
        "refresh_token".equals(asked.get("grant_type")) ? refreshed(asked) : exchanged(asked);
    if (granted == null) {
      refuse(exchange, "invalid_grant");
      return;
    }
    String access = "access-" + numbers.incrementAndGet() + "-" + System.nanoTime();
    String next = "refresh-" + numbers.incrementAndGet() + "-" + System.nanoTime();
    valid.put(access, granted.getOrDefault("scope", ""));
    synchronized (refresh) {
      refresh.put(next, granted);
    }
    tokens.add(access);
    tokens.add(next);
    send(
        exchange,
        200,
        Json.object()
            .put("access_token", access)
            .put("token_type", has(Fault.TOKEN_OF_ANOTHER_KIND) ? "mac" : "bearer")
            .put("refresh_token", next)
            .put("expires_in", lasts)
            .put("scope", granted.getOrDefault("scope", ""))
            .build());
  }

  private @Nullable String client(HttpExchange exchange, Map<String, String> asked) {
    String id = asked.getOrDefault("client_id", "");
    String secret = asked.getOrDefault("client_secret", "");
    String basic = exchange.getRequestHeaders().getFirst("Authorization");
    if (basic != null) {
      String[] pair =
          new String(
                  Base64.getDecoder().decode(basic.substring("Basic ".length())),
                  StandardCharsets.UTF_8)
              .split(":", 2);
      id = URLDecoder.decode(pair[0], StandardCharsets.UTF_8);
      secret = URLDecoder.decode(pair[1], StandardCharsets.UTF_8);
    }
    boolean document = has(Fault.DOCUMENTS) && id.startsWith("https://");
    return document || secret.equals(clients.get(id)) ? id : null;
  }

  private @Nullable Map<String, String> exchanged(Map<String, String> asked) {
    Map<String, String> before = codes.remove(asked.getOrDefault("code", ""));
    if (before == null) {
      return null;
    }
    require(before.get("redirect_uri").equals(asked.get("redirect_uri")), "redirect_uri again");
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256")
              .digest(asked.get("code_verifier").getBytes(StandardCharsets.US_ASCII));
      require(
          Base64.getUrlEncoder()
              .withoutPadding()
              .encodeToString(hash)
              .equals(before.get("code_challenge")),
          "code_verifier");
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
    return before;
  }

  private @Nullable Map<String, String> refreshed(Map<String, String> asked) {
    String token = asked.getOrDefault("refresh_token", "");
    synchronized (refresh) {
      if (!used.add(token)) {
        problems.add("a refresh token was used twice");
        refresh.clear();
      }
      refreshes.incrementAndGet();
      return refresh.remove(token);
    }
  }

  private static void refuse(HttpExchange exchange, String error) throws IOException {
    send(
        exchange,
        400,
        Json.object().put("error", error).put("error_description", "it is so").build());
  }

  // ---- the server that the tokens are for

  private void serve(HttpExchange exchange, String path) throws IOException, JsonException {
    byte[] body = exchange.getRequestBody().readAllBytes();
    String header = exchange.getRequestHeaders().getFirst("Authorization");
    String token = header == null ? "" : header.replaceFirst("^Bearer ", "");
    String scope = valid.get(token);
    Json.Obj message =
        body.length == 0
            ? Json.Obj.EMPTY
            : Json.parseObject(new String(body, StandardCharsets.UTF_8));
    String tool = message.objectOrEmpty("params").string("name", "");
    if (scope == null) {
      challenge(exchange, 401, "invalid_token", "read");
    } else if (tool.equals("admin")
        && (has(Fault.NEVER_CONTENT) || !List.of(scope.split(" ")).contains("admin"))) {
      challenge(exchange, 403, "insufficient_scope", "admin");
    } else if (!message.has("id")) {
      exchange.sendResponseHeaders(202, -1);
      if (exchange.getRequestMethod().equals("GET")) {
        listened.incrementAndGet();
      }
    } else {
      Json.Obj result = result(message, header);
      Json.Obj answer =
          Json.object()
              .put("jsonrpc", "2.0")
              .put("id", message.get("id"))
              .put(result.has("code") ? "error" : "result", result)
              .build();
      send(exchange, 200, answer);
    }
    require(path.endsWith("/mcp"), "path");
  }

  private static Json.Obj result(Json.Obj message, String header) {
    return switch (message.string("method", "")) {
      case "initialize" ->
          Json.object()
              .put("protocolVersion", "2025-06-18")
              .put("capabilities", Json.object().put("tools", Json.Obj.EMPTY).build())
              .put("serverInfo", Json.object().put("name", "guarded").build())
              .build();
      case "tools/list" -> Json.object().array("tools", List.of()).build();
      // A server that says what it was told.
      case "tools/call" ->
          Json.object()
              .array(
                  "content",
                  List.of(Json.object().put("type", "text").put("text", "got " + header).build()))
              .build();
      default -> Json.object().put("code", -32601).put("message", "no, " + header).build();
    };
  }

  private void challenge(HttpExchange exchange, int status, String error, String scope)
      throws IOException {
    exchange
        .getResponseHeaders()
        .add(
            "WWW-Authenticate",
            "Basic realm=\"x, y\", Bearer error=\""
                + error
                + "\", scope=\""
                + scope
                + "\""
                + (metadata == Place.CHALLENGE
                    ? ", resource_metadata=\"" + origin() + "/about\""
                    : ""));
    send(exchange, status, Json.Obj.EMPTY);
  }

  @Override
  public void close() {
    http.stop(0);
  }
}
