package dev.tenon.protocols.mcp.transport;

import dev.tenon.core.http.HttpResponse;
import dev.tenon.core.http.TransportException;
import dev.tenon.core.http.stream.Frame;
import dev.tenon.core.http.stream.LineReader;
import dev.tenon.core.http.stream.SseReader;
import dev.tenon.protocols.mcp.protocol.McpException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/// The events of an answer. One that is over the bound ends the stream, also where it comes as any
/// number of short lines. Belongs to one thread.
final class EventStream {
  private final String name;
  private final Counted bytes;
  private final SseReader events;

  EventStream(String name, HttpResponse response) {
    this.name = name;
    this.bytes = new Counted(response.body());
    this.events = new SseReader(new LineReader(bytes, LineReader.DEFAULT_MAX_LINE, () -> {}));
  }

  /// The next event, or null at the end.
  @Nullable Frame next() throws IOException, McpException {
    bytes.count = 0;
    Frame frame;
    try {
      frame = events.next();
    } catch (TransportException failed) {
      if (failed.failure() == TransportException.Failure.GARBAGE
          && bytes.count > HttpLink.LARGEST) {
        throw tooLarge();
      }
      throw failed;
    }
    if (frame != null && frame.data().length() > HttpLink.LARGEST) {
      throw tooLarge();
    }
    return frame;
  }

  private McpException tooLarge() {
    return new McpException(
        McpException.Kind.TOO_LARGE, name + " sent an event over " + HttpLink.LARGEST + " bytes");
  }

  /// The id that came last; empty if none came.
  String lastId() {
    return events.lastId();
  }

  /// After which time the server wants to be asked again; -1 if it has not said.
  long retryMillis() {
    return events.retryMillis();
  }

  /// What is read ahead belongs to later events, so the bound is a generous one.
  private static final class Counted extends FilterInputStream {
    private long count;

    Counted(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      if (count > 2L * HttpLink.LARGEST) {
        throw new TransportException(
            TransportException.Failure.GARBAGE, "an event of the answer does not end", null);
      }
      int got = super.read(target, offset, length);
      count += Math.max(0, got);
      return got;
    }
  }
}
