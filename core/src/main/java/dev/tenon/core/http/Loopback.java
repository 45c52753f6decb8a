package dev.tenon.core.http;

/// Tells whether a host name means this machine itself.
public final class Loopback {
  private Loopback() {}

  public static boolean is(String host) {
    return host.equalsIgnoreCase("localhost")
        || host.equals("[::1]")
        || host.equals("::1")
        || host.equals("0.0.0.0")
        || isAddressIn127(host);
  }

  private static boolean isAddressIn127(String host) {
    if (!host.startsWith("127.")) {
      return false;
    }
    for (int i = 0; i < host.length(); i++) {
      char c = host.charAt(i);
      if (c != '.' && (c < '0' || c > '9')) {
        return false;
      }
    }
    return true;
  }
}
