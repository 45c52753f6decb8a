package dev.tenon.core.permission;

import java.util.Locale;

/// A host of a rule: `example.org` alone, or `*.example.org` for it and all below it. Immutable.
final class HostPattern {
  private final String host;
  private final boolean below;

  private HostPattern(String host, boolean below) {
    this.host = host;
    this.below = below;
  }

  static HostPattern of(String pattern) throws RuleException {
    String even = plain(pattern);
    boolean below = even.startsWith("*.");
    String host = below ? even.substring(2) : even;
    boolean everything = host.equals("*");
    if (!everything && (host.isEmpty() || host.indexOf('*') >= 0 || host.indexOf('/') >= 0)) {
      throw new RuleException(
          "'" + pattern + "' is no host; write example.org, or *.example.org for all below it");
    }
    return new HostPattern(everything ? "" : host, below || everything);
  }

  boolean matches(String other) {
    String even = plain(other);
    return host.isEmpty() || even.equals(host) || (below && even.endsWith("." + host));
  }

  /// A host without port, final dot and capitals.
  static String plain(String host) {
    String even = host.strip().toLowerCase(Locale.ROOT);
    int colon = even.lastIndexOf(':');
    boolean port = colon > 0 && even.indexOf(':') == colon && colon + 1 < even.length();
    for (int i = colon + 1; port && i < even.length(); i++) {
      port = Character.isDigit(even.charAt(i));
    }
    if (port) {
      even = even.substring(0, colon);
    }
    return even.endsWith(".") ? even.substring(0, even.length() - 1) : even;
  }
}
