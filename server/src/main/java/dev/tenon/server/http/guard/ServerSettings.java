package dev.tenon.server.http.guard;

import dev.tenon.server.http.wire.HostName;
import dev.tenon.server.http.wire.HttpLimits;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// How a server listens.
///
/// @param host the address to bind; one that others can reach needs `reach` REMOTE
/// @param port 0 for any
/// @param token without which nothing is answered
/// @param origins pages of other servers that may call this one, such as `https://review.example`
/// @param tls null for plain HTTP
public record ServerSettings(
    String host,
    int port,
    String token,
    Set<String> origins,
    Reach reach,
    @Nullable Tls tls,
    HttpLimits limits) {
  private static final int SHORTEST_TOKEN = 16;
  private static final int TOKEN_BYTES = 24;

  /// Who can reach the server.
  public enum Reach {
    LOOPBACK,
    REMOTE
  }

  public ServerSettings {
    var plain = new LinkedHashSet<String>();
    for (String origin : origins) {
      plain.add(origin(origin));
    }
    origins = Set.copyOf(plain);
    if (token.length() < SHORTEST_TOKEN) {
      throw new IllegalArgumentException(
          "a token needs at least " + SHORTEST_TOKEN + " characters, has " + token.length());
    }
    for (int i = 0; i < token.length(); i++) {
      if (token.charAt(i) <= ' ' || token.charAt(i) > '~') {
        throw new IllegalArgumentException(
            "a token consists of visible ASCII characters; the one given has another at place "
                + (i + 1));
      }
    }
    if (port < 0 || port > 65_535) {
      throw new IllegalArgumentException("port must be 0..65535, was " + port);
    }
    if (reach == Reach.LOOPBACK && !HostName.isLoopback(host)) {
      throw new IllegalArgumentException(
          host + " can be reached from outside; allow that explicitly, or listen on 127.0.0.1");
    }
  }

  /// An origin as browsers write it.
  private static String origin(String given) {
    String origin = given.toLowerCase(Locale.ROOT);
    if (origin.endsWith("/")) {
      origin = origin.substring(0, origin.length() - 1);
    }
    HostName.Origin parts = HostName.origin(origin);
    if (parts == null) {
      throw new IllegalArgumentException(
          "an origin is scheme, host and port, as in https://review.example:8443; was '"
              + given
              + "'");
    }
    return parts.text();
  }

  /// A token that nobody can guess.
  public static String newToken() {
    byte[] bytes = new byte[TOKEN_BYTES];
    new SecureRandom().nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  public static ServerSettings loopback(int port, String token) {
    return new ServerSettings(
        "127.0.0.1", port, token, Set.of(), Reach.LOOPBACK, null, HttpLimits.DEFAULT);
  }

  public ServerSettings with(HttpLimits other) {
    return new ServerSettings(host, port, token, origins, reach, tls, other);
  }

  public ServerSettings with(Tls other) {
    return new ServerSettings(host, port, token, origins, reach, other, limits);
  }

  public ServerSettings withOrigins(Set<String> others) {
    return new ServerSettings(host, port, token, others, reach, tls, limits);
  }

  /// Whether only this machine itself can reach a server there.
  public static boolean isLoopback(String host) {
    return HostName.isLoopback(host);
  }

  public String scheme() {
    return tls == null ? "http" : "https";
  }

  @Override
  public String toString() {
    return "server on " + host + ":" + port;
  }
}
