package dev.tenon.protocols.mcp.transport;

import java.net.URI;
import java.util.Locale;

/// Scheme, host and port of an address: what a secret is for.
public final class Origin {
  private Origin() {}

  public static boolean same(URI one, URI other) {
    return of(one).equals(of(other));
  }

  /// As in `https://host.example:8443`; the usual port is left out.
  public static String of(URI address) {
    String scheme = String.valueOf(address.getScheme()).toLowerCase(Locale.ROOT);
    String host = String.valueOf(address.getHost()).toLowerCase(Locale.ROOT);
    int usual = scheme.equals("https") ? 443 : 80;
    int port = address.getPort();
    return scheme + "://" + host + (port < 0 || port == usual ? "" : ":" + port);
  }
}
