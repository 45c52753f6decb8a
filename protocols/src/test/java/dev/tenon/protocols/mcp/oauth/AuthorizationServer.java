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
  private final Map<String, Client> clients = new ConcurrentHashMap<>();
  private final Map<String, String> valid = new ConcurrentHashMap<>();
  private final Map<String, Map<String, String>> refresh = new HashMap<>();
  private final Set<String> used = new HashSet<>();
  private final AtomicInteger numbers = new AtomicInteger();

  /// A client that is known here.
  ///
  /// @param redirect where it may be answered; empty for anywhere
  /// @param scope what it may ask for; empty for anything
  private record Client(String secret, String redirect, String scope) {}

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
    clients.put(id, new Client(secret, "", ""));
  }

  /// As after a new installation: nobody is known any more.
  void forgetClients() {
    clients.clear();
  }

  /// None of the tokens that were given is good any more.
  void revokeAccess() {
    valid.clear();
  }

  boolean has(Fault fault) {
    return faults.contains(fault);
  }

  /// What a token allows; null where it is none of those that are good.
  @Nullable String scopeOf(String token) {
    return valid.get(token);
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
          case "/mcp", "/other/mcp" -> new GuardedServer(this).serve(exchange, path);
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

  static void send(HttpExchange exchange, int status, Json body) throws IOException {
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
            .put(
                "authorization_endpoint",
                (has(Fault.UNSAFE_AUTHORIZATION_ENDPOINT) ? "http://plain.example" : origin())
                    + "/authorize")
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
      found.put(
          "registration_endpoint",
          (has(Fault.UNSAFE_REGISTRATION_ENDPOINT) ? "http://plain.example" : origin())
              + "/register");
    }
    if (has(Fault.METADATA_TOO_LONG)) {
      found.put("more", "x".repeat(300 * 1024));
    }
    if (has(Fault.METADATA_OF_A_PORTAL)) {
      portal(exchange);
    } else {
      send(exchange, has(Fault.METADATA_BROKEN) ? 503 : 200, found.build());
    }
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
    String redirect =
        body.array("redirect_uris").getFirst() instanceof Json.Str one ? one.value() : "";
    clients.put(id, new Client(secret, redirect, body.string("scope", "")));
    send(
        exchange,
        201,
        Json.object()
            .putAll(body)
            .put("client_id", has(Fault.REGISTRATION_WITHOUT_ID) ? null : id)
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
    String id = asked.getOrDefault("client_id", "");
    Client client =
        has(Fault.DOCUMENTS) && id.startsWith("https://")
            ? new Client("", "", "")
            : clients.get(id);
    boolean answerable =
        client != null
            && (client.redirect().isEmpty() || client.redirect().equals(asked.get("redirect_uri")));
    if (!answerable && !has(Fault.CLIENT_REFUSED_BY_REDIRECT)) {
      // Whoever is not known is sent nowhere.
      send(exchange, 400, Json.object().put("error", "unknown client").build());
      return;
    }
    String code = "code-" + numbers.incrementAndGet();
    codes.put(code, asked);
    String refusal =
        !answerable
            ? "unauthorized_client"
            : !mayAsk(client, asked.getOrDefault("scope", ""))
                ? "invalid_scope"
                : has(Fault.LOGIN_REFUSED) || has(Fault.LOGIN_REFUSED_BY_ANOTHER)
                    ? "access_denied"
                    : "";
    String state = has(Fault.WRONG_STATE) ? "guessed" : asked.get("state");
    boolean foreign = has(Fault.WRONG_ISS) || has(Fault.LOGIN_REFUSED_BY_ANOTHER);
    String iss = foreign ? "https://evil.example" : named();
    redirect(
        exchange,
        asked.get("redirect_uri")
            + "?state="
            + state
            + (refusal.isEmpty() ? "&code=" + code : "&error=" + refusal)
            + (has(Fault.NO_ISS) ? "" : "&iss=" + OAuthHttp.encoded(iss)));
  }

  private static boolean mayAsk(Client client, String scope) {
    return client.scope().isEmpty()
        || List.of(client.scope().split(" ")).containsAll(List.of(scope.split(" ")));
  }

  void require(boolean holds, String what) {
    if (!holds) {
      problems.add("wrong " + what);
    }
  }

  private static void portal(HttpExchange exchange) throws IOException {
    exchange.sendResponseHeaders(200, 0);
    exchange.getResponseBody().write("<html>Welcome</html>".getBytes(StandardCharsets.UTF_8));
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
      portal(exchange);
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
    boolean again = has(Fault.NO_ROTATION) && asked.containsKey("refresh_token");
    String next =
        again
            ? asked.get("refresh_token")
            : "refresh-" + numbers.incrementAndGet() + "-" + System.nanoTime();
    valid.put(access, granted.getOrDefault("scope", ""));
    synchronized (refresh) {
      refresh.put(next, granted);
      if (again) {
        used.remove(next);
      }
    }
    tokens.add(access);
    tokens.add(next);
    if (has(Fault.CUT_AFTER_ROTATION)) {
      // The answer is lost on its way.
      return;
    }
    send(
        exchange,
        200,
        Json.object()
            .put("access_token", has(Fault.TOKEN_MISSING) ? null : access)
            .put("more", has(Fault.TOKEN_TOO_LONG) ? "x".repeat(300 * 1024) : null)
            .put("token_type", has(Fault.TOKEN_OF_ANOTHER_KIND) ? "mac" : "bearer")
            .put("refresh_token", again ? null : next)
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
    Client known = clients.get(id);
    return document || (known != null && secret.equals(known.secret())) ? id : null;
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

  @Override
  public void close() {
    http.stop(0);
  }
}
