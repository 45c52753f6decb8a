package dev.tenon.core.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// An answer whose body is still to be read. Closing it gives the connection back if the body was
/// read to its end (or ends within moments), and cuts it otherwise. Belongs to one thread.
public final class HttpResponse implements AutoCloseable {
  /// The end of a stream usually is in the same packet as its last event, or right behind.
  private static final int DRAIN_MILLIS = 50;

  private final int status;
  private final Headers headers;
  private final BodyStream body;
  private final Connection connection;
  private final @Nullable SocketGuard guard;
  private final @Nullable Transport keeper;
  private boolean closed;

  /// @param keeper who takes the connection back, or null if it must not be used again
  HttpResponse(
      int status,
      Headers headers,
      BodyStream body,
      Connection connection,
      @Nullable SocketGuard guard,
      @Nullable Transport keeper) {
    this.status = status;
    this.headers = headers;
    this.body = body;
    this.connection = connection;
    this.guard = guard;
    this.keeper = keeper;
  }

  public int status() {
    return status;
  }

  public boolean ok() {
    return status >= 200 && status < 300;
  }

  public Headers headers() {
    return headers;
  }

  /// The body as it arrives. Reading throws [TransportException] when it stalls or breaks off.
  public InputStream body() {
    return body;
  }

  /// The body as text, as far as the limit; what is behind it is not read.
  public String text(int maxBytes) throws IOException {
    var bytes = new ByteArrayOutputStream();
    var chunk = new byte[8_192];
    while (bytes.size() < maxBytes) {
      int count = body.read(chunk, 0, Math.min(chunk.length, maxBytes - bytes.size()));
      if (count < 0) {
        break;
      }
      bytes.write(chunk, 0, count);
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    if (guard != null) {
      guard.release();
    }
    if (keeper == null || Thread.currentThread().isInterrupted() || !drained()) {
      connection.close();
    } else {
      keeper.keep(connection);
    }
  }

  /// Reads on to the end of the body if it comes within moments.
  private boolean drained() {
    if (body.reusable() || body.unusable()) {
      return body.reusable();
    }
    long deadline = System.nanoTime() + DRAIN_MILLIS * 1_000_000L;
    try {
      connection.readTimeout(DRAIN_MILLIS);
      var chunk = new byte[8_192];
      while (body.read(chunk, 0, chunk.length) >= 0) {
        if (System.nanoTime() - deadline > 0) {
          return false;
        }
      }
      return body.reusable();
    } catch (IOException notEnding) {
      return false;
    }
  }
}
