package dev.tenon.core.http;

import java.net.URI;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/// One request. The headers are sent in their order; `Host`, `Content-Length` and the like are
/// added by the transport.
public final class HttpRequest {
  private static final byte[] NOTHING = new byte[0];

  private final String method;
  private final URI uri;
  private final Map<String, String> headers;
  private final byte[] body;

  private HttpRequest(String method, URI uri, Map<String, String> headers, byte[] body) {
    if (uri.getHost() == null || !isHttp(uri.getScheme())) {
      throw new IllegalArgumentException("not an http or https address: " + safe(uri));
    }
    this.method = method;
    this.uri = uri;
    this.headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
    this.body = body;
    requireValid(headers);
  }

  /// Throws [IllegalArgumentException] if HTTP does not allow one of the headers. The message names
  /// the header and does not show its value.
  public static void requireValid(Map<String, String> headers) {
    for (Map.Entry<String, String> header : headers.entrySet()) {
      requireOneLine(header.getKey(), header.getKey());
      requireOneLine(header.getKey(), header.getValue());
    }
  }

  public static HttpRequest get(URI uri, Map<String, String> headers) {
    return new HttpRequest("GET", uri, headers, NOTHING);
  }

  public static HttpRequest post(URI uri, Map<String, String> headers, byte[] body) {
    return new HttpRequest("POST", uri, headers, body);
  }

  public static HttpRequest delete(URI uri, Map<String, String> headers) {
    return new HttpRequest("DELETE", uri, headers, NOTHING);
  }

  public String method() {
    return method;
  }

  public URI uri() {
    return uri;
  }

  public Map<String, String> headers() {
    return headers;
  }

  /// The body itself, not a copy: it may be large.
  public byte[] body() {
    return body;
  }

  /// Scheme, host and port, without anything that could hold a key.
  public static String safe(URI uri) {
    String host = uri.getHost() == null ? "?" : uri.getHost();
    return uri.getScheme() + "://" + host + (uri.getPort() < 0 ? "" : ":" + uri.getPort());
  }

  @Override
  public String toString() {
    return method + " " + safe(uri) + " (" + body.length + " bytes)";
  }

  private static boolean isHttp(String scheme) {
    return "https".equalsIgnoreCase(scheme) || "http".equalsIgnoreCase(scheme);
  }

  private static void requireOneLine(String name, String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if ((c < ' ' && c != '\t') || c >= 127) {
        throw new IllegalArgumentException(
            "the header " + name + " holds a character that HTTP does not allow, at " + i);
      }
    }
  }
}
