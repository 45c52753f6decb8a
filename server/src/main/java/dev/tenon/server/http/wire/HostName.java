package dev.tenon.server.http.wire;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The name in a `Host` header or an origin, taken apart without asking any name server.
///
/// @param name in lower case, without a dot at its end; an IPv6 address without brackets
/// @param port -1 when it is left out
public record HostName(String name, int port) {

  /// A page's origin.
  public record Origin(String scheme, HostName host) {

    /// As browsers write it: a usual port is left out.
    public String text() {
      boolean usual =
          host.port < 0
              || (scheme.equals("http") && host.port == 80)
              || (scheme.equals("https") && host.port == 443);
      String name = host.isIp6() ? "[" + host.name + "]" : host.name;
      return scheme + "://" + name + (usual ? "" : ":" + host.port);
    }
  }

  /// Null when it is malformed.
  public static @Nullable HostName of(String header) {
    String text = header.toLowerCase(Locale.ROOT);
    int end;
    if (text.startsWith("[")) {
      end = text.indexOf(']') + 1;
      if (end < 3) {
        return null;
      }
    } else {
      int colon = text.indexOf(':');
      end = colon < 0 ? text.length() : colon;
    }
    String name = text.startsWith("[") ? text.substring(1, end - 1) : text.substring(0, end);
    String rest = text.substring(end);
    int port = -1;
    if (!rest.isEmpty()) {
      port = port(rest);
      if (port < 0) {
        return null;
      }
    }
    if (name.endsWith(".")) {
      name = name.substring(0, name.length() - 1);
    }
    return name.isEmpty() || !plain(name, text.startsWith("[")) ? null : new HostName(name, port);
  }

  private static int port(String rest) {
    if (rest.length() < 2 || rest.length() > 6 || rest.charAt(0) != ':') {
      return -1;
    }
    int port = 0;
    for (int i = 1; i < rest.length(); i++) {
      char digit = rest.charAt(i);
      if (digit < '0' || digit > '9') {
        return -1;
      }
      port = port * 10 + digit - '0';
    }
    return port <= 65_535 ? port : -1;
  }

  private static boolean plain(String name, boolean brackets) {
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      boolean letter = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
      boolean sign = brackets ? c == ':' || c == '.' : c == '-' || c == '.' || c == '_';
      if (!letter && !sign) {
        return false;
      }
    }
    return true;
  }

  /// Null when it is not a scheme, a host and maybe a port, as for the origin `null`.
  public static @Nullable Origin origin(String text) {
    String lower = text.toLowerCase(Locale.ROOT);
    for (String scheme : new String[] {"http", "https"}) {
      String start = scheme + "://";
      if (lower.startsWith(start)) {
        HostName host = of(lower.substring(start.length()));
        return host == null ? null : new Origin(scheme, host);
      }
    }
    return null;
  }

  boolean isIp6() {
    return name.indexOf(':') >= 0;
  }

  /// Whether it is an address and no name: nobody can make a name server point it elsewhere.
  public boolean isAddress() {
    if (isIp6()) {
      return true;
    }
    int dots = 0;
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (c == '.') {
        dots++;
      } else if (c < '0' || c > '9') {
        return false;
      }
    }
    return dots == 3;
  }

  public boolean isLoopback() {
    return name.equals("127.0.0.1") || name.equals("localhost") || name.equals("::1");
  }

  public static boolean isLoopback(String host) {
    HostName name = of(host.indexOf(':') >= 0 && !host.startsWith("[") ? "[" + host + "]" : host);
    return name != null && name.isLoopback();
  }

  /// Whether a name of a certificate, which may begin with `*.`, is this one.
  public boolean isNamedBy(String pattern) {
    String lower = pattern.toLowerCase(Locale.ROOT);
    if (!lower.startsWith("*.")) {
      return name.equals(lower);
    }
    int dot = name.indexOf('.');
    return dot > 0 && name.substring(dot).equals(lower.substring(1));
  }
}
