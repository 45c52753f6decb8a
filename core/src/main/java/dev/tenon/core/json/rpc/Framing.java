package dev.tenon.core.json.rpc;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/// How messages are told apart in a stream of bytes.
public enum Framing {
  /// One message a line: MCP over standard streams, ACP.
  LINES,
  /// A block of headers with `Content-Length` before each message: LSP, DAP.
  HEADERS;

  /// @param message without line breaks, as [dev.tenon.core.json.Json#compact] writes it
  byte[] frame(byte[] message) {
    byte[] before =
        this == LINES
            ? new byte[0]
            : ("Content-Length: " + message.length + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII);
    byte[] frame = new byte[before.length + message.length + (this == LINES ? 1 : 0)];
    System.arraycopy(before, 0, frame, 0, before.length);
    System.arraycopy(message, 0, frame, before.length, message.length);
    if (this == LINES) {
      frame[frame.length - 1] = '\n';
    }
    return frame;
  }

  FrameReader reader(InputStream in, int maxBytes) {
    return switch (this) {
      case LINES -> new LineReader(in, maxBytes);
      case HEADERS -> new HeaderReader(in, maxBytes);
    };
  }
}
