package dev.tenon.core.http.fetch;

import dev.tenon.core.http.HttpRequest;
import dev.tenon.core.http.guard.WebAddress;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/// One request on the way through redirects, and what becomes of it at the next one. Immutable.
final class Exchange {
  private static final byte[] NOTHING = new byte[0];

  /// The only headers that go on to another origin. Any other may be a credential: keys have many
  /// names.
  private static final Set<String> HARMLESS =
      Set.of("accept", "accept-language", "user-agent", "content-type");

  private static final Set<String> OWN =
      Set.of(
          "accept-encoding",
          "connection",
          "content-length",
          "cookie",
          "expect",
          "host",
          "keep-alive",
          "proxy-authorization",
          "proxy-connection",
          "te",
          "trailer",
          "transfer-encoding",
          "upgrade");

  private final String method;
  private final WebAddress address;

  /// The caller's, as far as they may still be sent.
  private final Map<String, String> headers;

  private final byte[] body;

  private Exchange(String method, WebAddress address, Map<String, String> headers, byte[] body) {
    this.method = method;
    this.address = address;
    this.headers = headers;
    this.body = body;
    for (String name : headers.keySet()) {
      if (OWN.contains(name.toLowerCase(Locale.ROOT))) {
        throw new IllegalArgumentException("the header " + name + " is not for the caller to set");
      }
    }
    HttpRequest.requireValid(headers);
  }

  static Exchange get(WebAddress address, Map<String, String> headers) {
    return new Exchange("GET", address, headers, NOTHING);
  }

  static Exchange post(WebAddress address, Map<String, String> headers, byte[] body) {
    return new Exchange("POST", address, headers, body);
  }

  WebAddress address() {
    return address;
  }

  HttpRequest request() {
    var all = new LinkedHashMap<String, String>();
    if (headers.keySet().stream().noneMatch("User-Agent"::equalsIgnoreCase)) {
      all.put("User-Agent", "Tenon");
    }
    all.putAll(headers);
    all.put("Accept-Encoding", "gzip, deflate");
    URI uri = address.uri();
    return method.equals("POST") ? HttpRequest.post(uri, all, body) : HttpRequest.get(uri, all);
  }

  /// What tells that a redirect leads in a circle.
  String identity() {
    return method + " " + address.withoutFragment();
  }

  boolean otherOrigin(WebAddress next) {
    return !next.origin().equals(address.origin());
  }

  /// Whether the answer asks for the same method and body again.
  boolean repeatsBody(int status) {
    return body.length > 0 && (status == 307 || status == 308);
  }

  /// The request at the next address: 307 and 308 repeat it, 301, 302 and 303 make it a GET.
  Exchange redirected(int status, WebAddress next) {
    boolean same = method.equals("GET") || status == 307 || status == 308;
    var kept = new LinkedHashMap<String, String>();
    for (Map.Entry<String, String> header : headers.entrySet()) {
      String name = header.getKey().toLowerCase(Locale.ROOT);
      boolean ofTheBody = name.startsWith("content-");
      if ((same || !ofTheBody) && (!otherOrigin(next) || HARMLESS.contains(name))) {
        kept.put(header.getKey(), header.getValue());
      }
    }
    return same ? new Exchange(method, next, kept, body) : new Exchange("GET", next, kept, NOTHING);
  }
}
