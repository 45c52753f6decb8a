package dev.tenon.server.http;

import java.util.Set;

/// How a server listens.
///
/// @param host the address to bind; a name that is not this machine's own needs `reach` REMOTE
/// @param port 0 for any
/// @param token without which nothing is answered
/// @param origins pages of other servers that may call this one, such as `https://review.example`
/// @param bodyBytes the largest request
/// @param requestsPerSecond of all clients together, on the average of a second
public record ServerSettings(
    String host,
    int port,
    String token,
    Set<String> origins,
    Reach reach,
    int bodyBytes,
    int requestsPerSecond) {
  public static final int DEFAULT_BODY_BYTES = 8 * 1024 * 1024;
  public static final int DEFAULT_REQUESTS = 50_000;
  private static final int SHORTEST_TOKEN = 16;

  /// Who can reach the server.
  public enum Reach {
    LOOPBACK,
    REMOTE
  }

  public ServerSettings {
    origins = Set.copyOf(origins);
    if (token.length() < SHORTEST_TOKEN) {
      throw new IllegalArgumentException(
          "a token needs at least " + SHORTEST_TOKEN + " characters, has " + token.length());
    }
    if (port < 0 || port > 65_535) {
      throw new IllegalArgumentException("port must be 0..65535, was " + port);
    }
    if (reach == Reach.LOOPBACK && !isLoopback(host)) {
      throw new IllegalArgumentException(
          host + " can be reached from outside; allow that explicitly, or listen on 127.0.0.1");
    }
  }

  public static ServerSettings loopback(int port, String token) {
    return new ServerSettings(
        "127.0.0.1", port, token, Set.of(), Reach.LOOPBACK, DEFAULT_BODY_BYTES, DEFAULT_REQUESTS);
  }

  static boolean isLoopback(String host) {
    return host.equals("127.0.0.1")
        || host.equals("localhost")
        || host.equals("::1")
        || host.equals("[::1]");
  }

  @Override
  public String toString() {
    return "server on " + host + ":" + port;
  }
}
