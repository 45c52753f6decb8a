package dev.tenon.core.permission;

import dev.tenon.core.http.guard.Host;
import dev.tenon.core.permission.text.Wildcards;
import org.jspecify.annotations.Nullable;

/// Hosts and ports of a rule: `example.org`, `*.example.org` for it and all below it, `*` for every
/// host; behind it `:443`, `:30*` or `:*`, and without a port every port. IPv6 stands in brackets.
/// Immutable.
final class HostPattern {
  private static final int HIGHEST_PORT = 65_535;

  private static final String HOSTS =
      "connect(example.org), or connect(*.example.org) for all below it, with or without a port:"
          + " connect(localhost:3000)";

  private final String host;
  private final Scope scope;
  private final @Nullable String port;

  private enum Scope {
    ONE,
    WITH_ALL_BELOW,
    EVERY
  }

  private HostPattern(String host, Scope scope, @Nullable String port) {
    this.host = host;
    this.scope = scope;
    this.port = port;
  }

  static HostPattern of(String pattern) throws RuleException {
    String text = pattern.strip();
    if (text.indexOf('/') >= 0) {
      throw wrong(pattern, "'" + text + "' is no host", HOSTS);
    }
    int end = text.startsWith("[") ? text.indexOf(']') : text.indexOf(':') - 1;
    if (text.startsWith("[") && end < 0) {
      throw wrong(pattern, "the bracket is not closed", "[::1]:8080");
    }
    if (!text.startsWith("[") && text.indexOf(':') != text.lastIndexOf(':')) {
      throw wrong(
          pattern,
          "two colons without brackets",
          "connect(localhost:3000), and an address of IPv6 in brackets: connect([::1]:8080)");
    }
    boolean bare = end < 0 && text.indexOf(':') < 0;
    String host = bare ? text : text.substring(0, end + 1);
    String rest = text.substring(host.length());
    if (!rest.isEmpty() && !rest.startsWith(":")) {
      throw wrong(pattern, "'" + rest + "' behind the bracket is no port", "[::1]:8080");
    }
    return of(pattern, host, rest.isEmpty() ? null : port(pattern, host, rest.substring(1)));
  }

  private static HostPattern of(String pattern, String host, @Nullable String port)
      throws RuleException {
    if (host.isEmpty()) {
      throw wrong(pattern, "there is no host in front of the port", "connect(localhost:3000)");
    }
    if (host.equals("*")) {
      return new HostPattern("", Scope.EVERY, port);
    }
    boolean below = host.startsWith("*.");
    String canonical = Host.canonical(below ? host.substring(2) : host);
    boolean bracketed = host.startsWith("[");
    if (canonical == null
        || (below && Host.isAddress(canonical))
        || (bracketed && host.indexOf(':') < 0)) {
      throw wrong(pattern, "'" + host + "' is no host", HOSTS);
    }
    return new HostPattern(canonical, below ? Scope.WITH_ALL_BELOW : Scope.ONE, port);
  }

  private static String port(String pattern, String host, String port) throws RuleException {
    boolean glob = false;
    boolean usable = !port.isEmpty();
    for (int i = 0; i < port.length(); i++) {
      char c = port.charAt(i);
      glob |= c == '*';
      usable &= c == '*' || (c >= '0' && c <= '9');
    }
    if (usable && glob && fitsSomePort(port)) {
      return port;
    }
    String digits = port;
    while (usable && digits.length() > 1 && digits.startsWith("0")) {
      digits = digits.substring(1);
    }
    usable &= !glob && digits.length() <= 5 && !digits.equals("0");
    if (!usable || Integer.parseInt(digits) > HIGHEST_PORT) {
      String example = host.isEmpty() ? "localhost" : host;
      throw wrong(
          pattern,
          "'" + port + "' is no port; ports are numbers from 1 to " + HIGHEST_PORT,
          "connect(" + example + ":3000), or connect(" + example + ":*) for every port");
    }
    return digits;
  }

  /// Whether a pattern can be met at all: one that denies and cannot would close nothing.
  private static boolean fitsSomePort(String pattern) {
    boolean fits = pattern.equals("*");
    for (int port = 1; !fits && port <= HIGHEST_PORT; port++) {
      fits = Wildcards.match(pattern, Integer.toString(port));
    }
    return fits;
  }

  private static RuleException wrong(String pattern, String what, String form) {
    String right = form.startsWith("connect(") ? form : "connect(" + form + ")";
    return new RuleException("connect(" + pattern + "): " + what + "; write " + right);
  }

  /// Whether a word of a command, which holds a host and perhaps a port, may mean what this does. A
  /// port that is not there may be any.
  boolean mayMean(String word) {
    int end = word.startsWith("[") ? word.indexOf(']') + 1 : word.indexOf(':');
    String name = end <= 0 ? word : word.substring(0, end);
    String behind = word.substring(Math.min(word.length(), name.length() + 1));
    String canonical = Host.canonical(name);
    boolean known = !behind.isEmpty() && behind.length() <= 5;
    for (int i = 0; known && i < behind.length(); i++) {
      known = behind.charAt(i) >= '0' && behind.charAt(i) <= '9';
    }
    return known
        ? matches(canonical == null ? name : canonical, Integer.parseInt(behind))
        : new HostPattern(host, scope, null).matches(canonical == null ? name : canonical, 0);
  }

  /// @param other in the one spelling of [Host]
  boolean matches(String other, int otherPort) {
    boolean same =
        switch (scope) {
          case EVERY -> true;
          case ONE -> other.equals(host);
          case WITH_ALL_BELOW -> other.equals(host) || other.endsWith("." + host);
        };
    return same && (port == null || Wildcards.match(port, Integer.toString(otherPort)));
  }

  /// Whether it speaks of every host there is.
  boolean isAboutEveryHost() {
    return scope == Scope.EVERY;
  }

  /// Whether it names this host, by itself, and speaks of ports.
  boolean names(String other, int otherPort) {
    return scope == Scope.ONE && port != null && matches(other, otherPort);
  }

  /// Whether everybody can see that the host is an address, or this machine: no name service says
  /// where it leads.
  boolean leadsWhereItSays() {
    return Host.isAddress(host) || Host.isThisMachine(host);
  }

  /// The rule's pattern for one host and port.
  ///
  /// @param canonical in the one spelling of [Host]
  static String written(String canonical, int port) {
    return Host.written(canonical) + ":" + port;
  }
}
