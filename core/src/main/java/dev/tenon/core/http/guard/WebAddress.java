package dev.tenon.core.http.guard;

import java.net.URI;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// An `http` or `https` address in its one spelling, so that the host that is judged is the host
/// that is connected to is the host in the request. Immutable; made by [#parse] and [#resolve]
/// alone.
///
/// [java.net.URI] is no judge: it takes ports over 65535, final dots, user names and empty ports,
/// gives no host for names that others connect to, and leaves numbers like `127.1` to the resolver.
/// Here everything that two readers could understand differently is refused with a word on how to
/// write it.
public final class WebAddress {
  private final String scheme;
  private final Host host;
  private final int port;

  /// Path and query as they are sent.
  private final String target;

  private final @Nullable String fragment;

  WebAddress(String scheme, Host host, int port, String target, @Nullable String fragment) {
    this.scheme = scheme;
    this.host = host;
    this.port = port;
    this.target = target;
    this.fragment = fragment;
  }

  /// What a person or a model wrote.
  ///
  /// @throws MalformedAddressException if it is not an address that has only one reading
  public static WebAddress parse(String text) {
    return AddressReader.absolute(text, StandardCharsets.UTF_8);
  }

  /// What a header of an answer from this address refers to: an address, or the part of one that is
  /// different.
  ///
  /// @param reference as it was read, one character for each byte
  /// @throws MalformedAddressException if it is not an address that has only one reading
  public WebAddress resolve(String reference) {
    return resolve(reference, StandardCharsets.ISO_8859_1);
  }

  private WebAddress resolve(String reference, Charset bytes) {
    AddressReader.requirePlain(reference);
    if (AddressReader.hasScheme(reference)) {
      return AddressReader.absolute(reference, bytes).orFragment(fragment);
    }
    if (reference.startsWith("//")) {
      return AddressReader.absolute(scheme + ":" + reference, bytes).orFragment(fragment);
    }
    String path = target.indexOf('?') < 0 ? target : target.substring(0, target.indexOf('?'));
    String base =
        reference.isEmpty() || reference.startsWith("#")
            ? target
            : reference.startsWith("?")
                ? path
                : reference.startsWith("/") ? "" : path.substring(0, path.lastIndexOf('/') + 1);
    return AddressReader.rest(scheme, host, port, base + reference, bytes).orFragment(fragment);
  }

  private WebAddress orFragment(@Nullable String before) {
    return fragment != null || before == null
        ? this
        : new WebAddress(scheme, host, port, target, before);
  }

  public boolean secure() {
    return scheme.equals("https");
  }

  /// A name in small ASCII letters without a final dot, four decimal numbers, or an IPv6 address in
  /// brackets in its shortest form.
  public String host() {
    return host.text();
  }

  public int port() {
    return port;
  }

  Host parsedHost() {
    return host;
  }

  /// Host and port as a rule names them: `localhost:3000`, `[::1]:80`.
  public String hostAndPort() {
    return host.text() + ":" + port;
  }

  /// Scheme, host and port: whom headers with credentials are for.
  public String origin() {
    return scheme + "://" + hostAndPort();
  }

  /// Without the fragment: what makes two requests the same.
  public String withoutFragment() {
    boolean usual = port == (secure() ? 443 : 80);
    return scheme + "://" + (usual ? host.text() : hostAndPort()) + target;
  }

  /// Scheme, host, port and path, to show where something came from: a query that a server made up
  /// may be a key.
  public String withoutQuery() {
    String whole = withoutFragment();
    int mark = whole.indexOf('?');
    return mark < 0 ? whole : whole.substring(0, mark) + "?…";
  }

  /// For the transport. The two readers agree, or there is no request.
  public URI uri() {
    var uri = URI.create(withoutFragment());
    boolean same = host.text().equals(uri.getHost()) && uri.getRawUserInfo() == null;
    if (!same || (uri.getPort() >= 0 && uri.getPort() != port)) {
      throw new MalformedAddressException(
          MalformedAddressException.quoted(host.text()) + " is not a host that can be asked");
    }
    return uri;
  }

  /// The whole address. It may hold a secret in its query.
  public String text() {
    return fragment == null ? withoutFragment() : withoutFragment() + "#" + fragment;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof WebAddress address && text().equals(address.text());
  }

  @Override
  public int hashCode() {
    return text().hashCode();
  }

  /// For messages and logs: neither path nor query.
  @Override
  public String toString() {
    return origin();
  }
}
