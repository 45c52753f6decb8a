package dev.tenon.testkit.wire;

import dev.tenon.core.json.Json;
import java.nio.charset.StandardCharsets;

/// One event of a stream as it stands on the wire (an SSE event, an NDJSON line).
public record Frame(Kind kind, String text) {

  public enum Kind {
    /// Opens the stream or a block, keeps it alive, or carries thinking.
    OPENING,
    /// Carries text or a part of a tool call.
    VISIBLE,
    /// Closes a block or the stream.
    CLOSING
  }

  public byte[] bytes() {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /// A named server-sent event.
  static Frame event(Kind kind, String name, Json data) {
    return new Frame(kind, "event: " + name + "\ndata: " + data.compact() + "\n\n");
  }

  /// A server-sent event without a name.
  static Frame data(Kind kind, String data) {
    return new Frame(kind, "data: " + data + "\n\n");
  }
}
