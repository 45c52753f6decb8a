package dev.tenon.protocols.mcp.client;

import dev.tenon.protocols.mcp.protocol.McpException;
import dev.tenon.protocols.mcp.transport.McpTransport;
import java.util.List;

/// Hears what a stateless server says by itself, for as long as the connection is open: streams end
/// with quiet proxies, restarts and lost networks, and are opened anew with growing pauses. For a
/// thread of its own, which is interrupted when nobody wants to hear any more.
final class Subscription implements Runnable {
  private static final long PAUSE = 1_000;
  private static final long LONGEST_PAUSE = 60_000;

  /// Whoever holds a stream open for so long means it.
  private static final long LASTING = 10_000_000_000L;

  /// Whoever ends a stream sooner had nothing to say on it.
  private static final long AT_ONCE = 1_000_000_000L;

  /// A server that answers at once so often in a row has no streams.
  private static final int MOST_ANSWERS = 5;

  private final McpTransport transport;
  private final Stream stream;
  private final ServerNews news;
  private final List<String> resources;

  /// One stream.
  interface Stream {
    /// Waits until the server ends it.
    void hear(List<String> resources) throws McpException, InterruptedException;
  }

  Subscription(McpTransport transport, Stream stream, ServerNews news, List<String> resources) {
    this.transport = transport;
    this.stream = stream;
    this.news = news;
    this.resources = resources;
  }

  @Override
  public void run() {
    long pause = PAUSE;
    int answers = 0;
    try {
      while (!transport.isClosed() && answers < MOST_ANSWERS) {
        long begin = System.nanoTime();
        boolean listened = true;
        try {
          stream.hear(resources);
          answers++;
          listened = System.nanoTime() - begin > AT_ONCE;
        } catch (McpException ended) {
          if (!isPassing(ended)) {
            // The server hears nobody out.
            return;
          }
        }
        boolean lasted = System.nanoTime() - begin > LASTING;
        answers = lasted ? 0 : answers;
        pause = lasted ? PAUSE : pause;
        Thread.sleep(pause);
        pause = Math.min(2 * pause, LONGEST_PAUSE);
        if (!transport.isClosed()) {
          news.changed("tools");
          news.changed("resources");
          if (listened) {
            resources.forEach(news::updated);
          }
        }
      }
    } catch (InterruptedException over) {
      // The connection has ended, or another subscription takes its place.
    }
  }

  private static boolean isPassing(McpException ended) {
    return switch (ended.kind()) {
      case CLOSED, NOT_TAKEN, TIMED_OUT, UNREACHABLE -> true;
      case REFUSED -> ended.code() >= 500 && ended.code() < 600;
      case TOO_LARGE, UNAUTHORIZED, PROTOCOL -> false;
    };
  }
}
