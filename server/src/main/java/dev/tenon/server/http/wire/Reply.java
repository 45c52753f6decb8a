package dev.tenon.server.http.wire;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import dev.tenon.core.json.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The answer to one request. Every one carries the headers that keep a browser from doing more
/// with it than it should.
public final class Reply {
  private static final int HSTS_SECONDS = 365 * 24 * 3600;

  private final HttpExchange exchange;
  private final OpenRequests.Request request;

  /// How the answer travels.
  public enum Transport {
    PLAIN,
    TLS
  }

  public Reply(HttpExchange exchange, OpenRequests.Request request, Transport transport) {
    this.exchange = exchange;
    this.request = request;
    Headers headers = exchange.getResponseHeaders();
    headers.set("X-Content-Type-Options", "nosniff");
    headers.set("X-Frame-Options", "DENY");
    headers.set("Referrer-Policy", "no-referrer");
    headers.set("Cache-Control", "no-store");
    headers.set("Cross-Origin-Resource-Policy", "same-origin");
    headers.set("Cross-Origin-Opener-Policy", "same-origin");
    headers.set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
    if (transport == Transport.TLS && !isLocalhost(exchange)) {
      headers.set("Strict-Transport-Security", "max-age=" + HSTS_SECONDS);
    }
  }

  /// A browser would stop speaking plain HTTP to every other server on this machine.
  private static boolean isLocalhost(HttpExchange exchange) {
    String header = exchange.getRequestHeaders().getFirst("Host");
    HostName host = header == null ? null : HostName.of(header);
    return host != null && host.name().equals("localhost");
  }

  public Reply header(String name, String value) {
    exchange.getResponseHeaders().set(name, value);
    return this;
  }

  public Reply headers(Map<String, String> more) {
    more.forEach(exchange.getResponseHeaders()::set);
    return this;
  }

  public void json(int status, Json json) throws IOException {
    header("Content-Type", "application/json; charset=utf-8");
    send(status, json.compact());
  }

  public void problem(Problem problem) throws IOException {
    headers(problem.headers());
    json(problem.status(), problem.json());
  }

  /// @param policy the content security policy of the page
  public void page(int status, String html, String policy) throws IOException {
    header("Content-Type", "text/html; charset=utf-8");
    header("Content-Security-Policy", policy);
    // With no-referrer a browser would hide the origin of the page's own forms, which prove it.
    header("Referrer-Policy", "same-origin");
    send(status, html);
  }

  /// Bytes as they are, of this type.
  public void bytes(String type, byte[] bytes) throws IOException {
    header("Content-Type", type);
    send(200, bytes);
  }

  /// An answer without a body.
  public void empty(int status) throws IOException {
    exchange.sendResponseHeaders(status, -1);
  }

  private void send(int status, String text) throws IOException {
    send(status, text.getBytes(StandardCharsets.UTF_8));
  }

  private void send(int status, byte[] bytes) throws IOException {
    if (isHead()) {
      header("Content-Length", String.valueOf(bytes.length));
      exchange.sendResponseHeaders(status, -1);
      return;
    }
    exchange.sendResponseHeaders(status, bytes.length);
    request.write(exchange.getResponseBody(), bytes);
  }

  boolean isHead() {
    return exchange.getRequestMethod().equals("HEAD");
  }

  /// Begins an answer that has no end yet; null for a request of HEAD, which is answered by this.
  public @Nullable OutputStream stream(String type) throws IOException {
    header("Content-Type", type);
    if (isHead()) {
      exchange.sendResponseHeaders(200, -1);
      return null;
    }
    exchange.sendResponseHeaders(200, 0);
    return exchange.getResponseBody();
  }

  public boolean begun() {
    return exchange.getResponseCode() != -1;
  }

  public int status() {
    return exchange.getResponseCode();
  }
}
