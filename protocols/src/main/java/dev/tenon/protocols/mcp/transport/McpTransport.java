package dev.tenon.protocols.mcp.transport;

import dev.tenon.core.json.Json;
import dev.tenon.protocols.mcp.protocol.McpException;
import dev.tenon.protocols.mcp.protocol.ProtocolVersion;
import java.time.Duration;
import java.util.Map;

/// A way to one server. What the server asks or tells by itself goes to the handler that the
/// transport was opened with. Calls block, several at a time; a caller that is interrupted gets its
/// exception at once, and the server is told that nobody waits any more. Safe for several threads.
public interface McpTransport extends AutoCloseable {

  /// A request.
  ///
  /// @param headers what goes along over HTTP, besides what every request has
  /// @param limit how long to wait for the answer
  record Call(String method, Json.Obj params, Map<String, String> headers, Duration limit) {
    public Call {
      headers = Map.copyOf(headers);
    }

    public Call(String method, Json.Obj params, Duration limit) {
      this(method, params, Map.of(), limit);
    }
  }

  /// Asks, and waits for the result.
  ///
  /// @throws McpException with what the server answered, or why there is no answer
  Json.Obj call(Call call) throws McpException, InterruptedException;

  /// Tells something that has no answer.
  ///
  /// @param limit how long to wait until it has been heard, where that can be known
  void tell(String method, Json.Obj params, Duration limit)
      throws McpException, InterruptedException;

  /// This revision is spoken from now on.
  void speak(ProtocolVersion version);

  /// The handshake is over: a server that may say something by itself can do so from now on.
  default void listen() {}

  /// Whether the server can no longer be reached this way.
  boolean isClosed();

  /// A failure of the server, with what it has printed where people look for the reason.
  default McpException explained(McpException failed) {
    return failed;
  }

  /// How many lines of its output were no messages.
  default long noise() {
    return 0;
  }

  /// Ends everything that belongs to it. Waits until that is so.
  @Override
  void close();
}
