package dev.tenon.protocols.mcp.host;

import dev.tenon.protocols.mcp.protocol.McpException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Starts servers again that could not be started, beside the conversation and each by one thread
/// at most, until one of the tries succeeds or somebody else takes care of the server. Safe for
/// several threads.
final class Retries {
  private final List<Duration> again;
  private final McpServers.Face face;
  private final Map<ServerLink, Thread> tried = new ConcurrentHashMap<>();
  private volatile boolean closed;

  /// @param again how long after each other
  Retries(List<Duration> again, McpServers.Face face) {
    this.again = again;
    this.face = face;
  }

  /// A server could not be started, and the person is told; nothing where it is being tried
  /// already.
  ///
  /// @param worth whether it might be there another time
  void failed(ServerLink link, McpException why, boolean worth) {
    if (closed || link.isClosed()) {
      return;
    }
    String name = link.server().name();
    if (!worth || again.isEmpty()) {
      if (!tried.containsKey(link)) {
        face.note(absent(name, why));
      }
      return;
    }
    Thread trying = Thread.ofVirtual().name("mcp-again").unstarted(() -> run(link));
    if (tried.putIfAbsent(link, trying) == null) {
      face.note(absent(name, why) + after(0));
      trying.start();
    }
  }

  static String absent(String server, McpException why) {
    return "the MCP server " + server + " is not there: " + why.getMessage();
  }

  private String after(int attempt) {
    return "; it is tried again in " + again.get(attempt).toSeconds() + " s";
  }

  private void run(ServerLink link) {
    try {
      for (int attempt = 0; attempt < again.size(); attempt++) {
        Thread.sleep(again.get(attempt));
        try {
          link.open();
          return;
        } catch (McpException failed) {
          if (closed || link.isClosed() || !Thread.currentThread().equals(tried.get(link))) {
            return;
          }
          boolean last = attempt + 1 >= again.size();
          face.note(absent(link.server().name(), failed) + (last ? "" : after(attempt + 1)));
        }
      }
    } catch (InterruptedException over) {
      // Somebody else starts it, or the program ends.
    } finally {
      tried.remove(link, Thread.currentThread());
    }
  }

  /// Nobody tries this one any more.
  void stop(ServerLink link) {
    Thread trying = tried.remove(link);
    if (trying != null) {
      trying.interrupt();
    }
  }

  void close() {
    closed = true;
    List.copyOf(tried.keySet()).forEach(this::stop);
  }
}
