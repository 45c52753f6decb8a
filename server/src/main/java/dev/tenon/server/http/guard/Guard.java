package dev.tenon.server.http.guard;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import dev.tenon.server.http.wire.HostName;
import dev.tenon.server.http.wire.Problem;
import dev.tenon.server.http.wire.Reply;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Stands before every route, known or not: a request must be meant for this server (its Host),
/// come from a page that may call it (its Origin), and hold the token or the cookie that a browser
/// got for it. Failures are told in the same words whatever was wrong with the token.
public final class Guard {
  private static final String BEARER = "Bearer ";
  private static final String PREFLIGHT = "Access-Control-Request-Method";

  private final ServerSettings settings;
  private final CrossOrigin pages;
  private final byte[] token;
  private final ClientLimits clients;
  private final Logins logins = new Logins();
  private final String cookie;

  /// @param port where the server listens; browsers do not keep the cookies of ports apart
  public Guard(ServerSettings settings, int port) {
    this(settings, port, CrossOrigin.AGENT_API);
  }

  /// @param pages what pages of other origins may do
  public Guard(ServerSettings settings, int port, CrossOrigin pages) {
    this.settings = settings;
    this.pages = pages;
    this.token = settings.token().getBytes(StandardCharsets.UTF_8);
    this.clients = new ClientLimits(settings.limits().requestsPerSecond());
    this.cookie = (settings.tls() == null ? "tenon_" : "__Host-tenon_") + port;
  }

  /// What a request goes to.
  public enum Target {
    /// Something for people, which other pages may link to.
    PAGE,
    API
  }

  /// Checks that the request is meant for this server and that its page may call it.
  public void check(HttpExchange exchange, Reply reply, Target target) throws Problem {
    client(exchange).asks();
    address(exchange);
    host(exchange.getRequestHeaders());
    origin(exchange.getRequestHeaders(), reply, target);
  }

  private ClientLimits.Client client(HttpExchange exchange) {
    return clients.of(exchange.getRemoteAddress().getAddress());
  }

  /// The path alone: an address with a host of its own could contradict the Host header.
  private static void address(HttpExchange exchange) throws Problem {
    var uri = exchange.getRequestURI();
    if (uri.isAbsolute() || uri.getRawAuthority() != null || uri.getRawPath() == null) {
      throw Problem.invalid("the address must be a path");
    }
  }

  /// A page that a foreign name server points at this machine sends that foreign name.
  private void host(Headers headers) throws Problem {
    List<String> hosts = headers.getOrDefault("Host", List.of());
    if (hosts.size() != 1) {
      throw Problem.invalid("a request has one Host header, this one has " + hosts.size());
    }
    HostName host = HostName.of(hosts.getFirst());
    if (host == null || !isOwn(host)) {
      throw new Problem(403, "wrong_host", "this server does not answer for that Host");
    }
  }

  private boolean isOwn(HostName host) {
    if (host.isLoopback()) {
      return true;
    }
    if (settings.reach() == ServerSettings.Reach.LOOPBACK) {
      return false;
    }
    return host.isAddress()
        || host.name().equalsIgnoreCase(settings.host())
        || isOfAnOrigin(host)
        || isCertified(host);
  }

  private boolean isOfAnOrigin(HostName host) {
    for (String each : settings.origins()) {
      HostName.Origin origin = HostName.origin(each);
      if (origin != null && origin.host().name().equals(host.name())) {
        return true;
      }
    }
    return false;
  }

  private boolean isCertified(HostName host) {
    Tls tls = settings.tls();
    return tls != null && tls.names().stream().anyMatch(host::isNamedBy);
  }

  private void origin(Headers headers, Reply reply, Target target) throws Problem {
    List<String> origins = headers.getOrDefault("Origin", List.of());
    if (origins.isEmpty()) {
      boolean linked =
          target == Target.PAGE && "navigate".equals(headers.getFirst("Sec-Fetch-Mode"));
      if ("cross-site".equals(headers.getFirst("Sec-Fetch-Site")) && !linked) {
        throw foreign("a page of another site");
      }
      return;
    }
    if (origins.size() > 1) {
      throw Problem.invalid("a request has one Origin header, this one has " + origins.size());
    }
    HostName.Origin origin = HostName.origin(origins.getFirst());
    if (origin == null) {
      throw foreign("a page of no known origin");
    }
    if (settings.origins().contains(origin.text())) {
      reply
          .header("Access-Control-Allow-Origin", origin.text())
          .header("Access-Control-Expose-Headers", pages.exposed())
          .header("Cross-Origin-Resource-Policy", "cross-origin")
          .header("Vary", "Origin");
    } else if (!isOwn(origin, headers)) {
      throw foreign("a page of " + origin.text());
    }
  }

  /// Whether the page came from the very address that it calls now.
  private boolean isOwn(HostName.Origin origin, Headers headers) {
    String header = headers.getFirst("Host");
    HostName host = header == null ? null : HostName.of(header);
    return host != null
        && origin.text().equals(new HostName.Origin(settings.scheme(), host).text());
  }

  private static Problem foreign(String who) {
    return new Problem(403, "wrong_origin", who + " may not call this server");
  }

  /// Whether a browser asks what it may ask: without the token, because it never sends that then.
  public static boolean isPreflight(HttpExchange exchange) {
    return exchange.getRequestMethod().equals("OPTIONS")
        && exchange.getRequestHeaders().containsKey("Origin")
        && exchange.getRequestHeaders().containsKey(PREFLIGHT);
  }

  /// What it is told, once its origin has been checked. The same for every path.
  public Reply preflight(HttpExchange exchange, Reply reply) {
    reply
        .header("Access-Control-Allow-Methods", pages.methods())
        .header("Access-Control-Allow-Headers", pages.headers())
        .header("Access-Control-Max-Age", "600")
        .header("Vary", "Origin, Access-Control-Request-Method, Access-Control-Request-Headers");
    if (exchange.getRequestHeaders().containsKey("Access-Control-Request-Private-Network")) {
      reply.header("Access-Control-Allow-Private-Network", "true");
    }
    return reply;
  }

  /// Refuses whoever has neither the token nor a cookie for it.
  public void authorize(HttpExchange exchange, Target target) throws Problem {
    Headers headers = exchange.getRequestHeaders();
    ClientLimits.Client client = client(exchange);
    client.mayTry();
    List<String> given = headers.getOrDefault("Authorization", List.of());
    if (given.size() == 1 && matches(bearer(given.getFirst()))) {
      return;
    }
    if (!given.isEmpty()) {
      client.failed();
      throw unauthorized();
    }
    if (!hasLogin(headers)) {
      throw unauthorized();
    }
    sameOrigin(exchange, target);
  }

  /// Refuses whoever does not have the token in the address: for programs that can be given nothing
  /// but an address.
  public void authorize(HttpExchange exchange, String candidate) throws Problem {
    ClientLimits.Client client = client(exchange);
    client.mayTry();
    if (!matches(candidate)) {
      client.failed();
      throw unauthorized();
    }
  }

  private static Problem unauthorized() {
    return new Problem(401, "unauthorized", "this server needs its token")
        .with("WWW-Authenticate", "Bearer realm=\"tenon\"");
  }

  /// A browser sends its cookie along with whatever any page makes it send, so the page has to be
  /// one of this server.
  private void sameOrigin(HttpExchange exchange, Target target) throws Problem {
    Headers headers = exchange.getRequestHeaders();
    String site = headers.getFirst("Sec-Fetch-Site");
    String method = exchange.getRequestMethod();
    if (method.equals("GET") || method.equals("HEAD") || method.equals("OPTIONS")) {
      boolean own = site == null || site.equals("same-origin") || site.equals("none");
      if (!own && target == Target.API) {
        throw foreign("a page of another origin");
      }
      return;
    }
    String header = headers.getFirst("Origin");
    HostName.Origin origin = header == null ? null : HostName.origin(header);
    boolean proven = origin == null ? "same-origin".equals(site) : isOwn(origin, headers);
    if (!proven) {
      throw new Problem(
          403,
          "wrong_origin",
          "a request with a cookie must prove that it comes from a page of this server",
          "Send the Origin header, or Authorization: Bearer TOKEN instead of the cookie.");
    }
  }

  private boolean matches(@Nullable String candidate) {
    return candidate != null
        && MessageDigest.isEqual(token, candidate.getBytes(StandardCharsets.UTF_8));
  }

  private static @Nullable String bearer(String header) {
    return header.regionMatches(true, 0, BEARER, 0, BEARER.length())
        ? header.substring(BEARER.length()).strip()
        : null;
  }

  /// Exchanges the token for a cookie; false when it is wrong.
  public boolean logIn(HttpExchange exchange, Reply reply, String candidate) throws Problem {
    ClientLimits.Client client = client(exchange);
    client.mayTry();
    if (!matches(candidate)) {
      client.failed();
      return false;
    }
    setCookie(reply, logins.open(), "");
    return true;
  }

  /// A secret that opens one login, within a minute: what stands in the list of processes or in a
  /// history of addresses is worth nothing afterwards.
  public String once() {
    return logins.once();
  }

  /// Exchanges such a secret for a cookie; false when it is wrong, used or too old.
  public boolean logInOnce(HttpExchange exchange, Reply reply, String secret) throws Problem {
    ClientLimits.Client client = client(exchange);
    client.mayTry();
    if (!logins.redeem(secret)) {
      client.failed();
      return false;
    }
    setCookie(reply, logins.open(), "");
    return true;
  }

  public void logOut(HttpExchange exchange, Reply reply) {
    String secret = cookie(exchange.getRequestHeaders());
    if (secret != null) {
      logins.close(secret);
    }
    setCookie(reply, "", "; Max-Age=0");
  }

  private void setCookie(Reply reply, String value, String more) {
    reply.header(
        "Set-Cookie",
        cookie
            + "="
            + value
            + "; Path=/; HttpOnly; SameSite=Strict"
            + (settings.tls() == null ? "" : "; Secure")
            + more);
  }

  private boolean hasLogin(Headers headers) {
    String secret = cookie(headers);
    return secret != null && logins.knows(secret);
  }

  private @Nullable String cookie(Headers headers) {
    for (String header : headers.getOrDefault("Cookie", List.of())) {
      for (String pair : header.split(";", -1)) {
        String plain = pair.strip();
        if (plain.startsWith(cookie + "=")) {
          return plain.substring(cookie.length() + 1);
        }
      }
    }
    return null;
  }
}
