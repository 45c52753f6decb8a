package dev.tenon.core.http;

import dev.tenon.core.http.TransportException.Failure;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;

/// The body of an answer in one of HTTP's three framings. A body that ends too early is an error,
/// not an end.
final class BodyStream extends InputStream {
  private static final long UNTIL_CLOSE = -1;
  private static final long CHUNKED = -2;

  private final Connection connection;
  private final String host;
  private final long framing;

  /// What is left of the body, or of the current chunk.
  private long left;

  private boolean firstChunk = true;
  private boolean complete;
  private boolean broken;

  private BodyStream(Connection connection, String host, long framing) {
    this.connection = connection;
    this.host = host;
    this.framing = framing;
    this.left = Math.max(0, framing);
    this.complete = framing == 0;
  }

  static BodyStream of(Connection connection, String host, int status, Headers headers)
      throws TransportException {
    if (status == 204 || status == 304) {
      return new BodyStream(connection, host, 0);
    }
    if (headers.lists("transfer-encoding", "chunked")) {
      return new BodyStream(connection, host, CHUNKED);
    }
    String length = headers.get("content-length");
    if (length == null) {
      return new BodyStream(connection, host, UNTIL_CLOSE);
    }
    try {
      return new BodyStream(connection, host, Math.max(0, Long.parseLong(length.strip())));
    } catch (NumberFormatException odd) {
      throw new TransportException(Failure.GARBAGE, host + " sent a bad Content-Length", odd);
    }
  }

  /// Whether the body was read to its proper end, so that the connection can be used again.
  boolean reusable() {
    return complete && framing != UNTIL_CLOSE;
  }

  /// Whether the connection is lost for further requests, however the reading goes on.
  boolean unusable() {
    return broken || framing == UNTIL_CLOSE;
  }

  @Override
  public int read() throws IOException {
    var one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    if (complete) {
      return -1;
    }
    if (broken) {
      throw new TransportException(Failure.CUT, "the answer of " + host + " has ended badly", null);
    }
    broken = true;
    try {
      int count = framed(target, offset, length);
      broken = false;
      return count;
    } catch (SocketTimeoutException stalled) {
      throw new TransportException(
          Failure.STALLED, "the answer of " + host + " stopped flowing", stalled);
    } catch (TransportException known) {
      throw known;
    } catch (IOException lost) {
      throw new TransportException(
          Failure.CUT, "the connection to " + host + " was lost during the answer", lost);
    }
  }

  private int framed(byte[] target, int offset, int length) throws IOException {
    if (framing == UNTIL_CLOSE) {
      int count = connection.read(target, offset, length);
      complete = count < 0;
      return count;
    }
    if (framing == CHUNKED && left == 0) {
      nextChunk();
      if (complete) {
        return -1;
      }
    }
    int count = connection.read(target, offset, (int) Math.min(length, left));
    if (count < 0) {
      throw new EOFException();
    }
    left -= count;
    if (left == 0 && framing != CHUNKED) {
      complete = true;
    }
    return count;
  }

  private void nextChunk() throws IOException {
    if (!firstChunk && !connection.readLine().isEmpty()) {
      throw badChunk();
    }
    firstChunk = false;
    String line = connection.readLine();
    int end = line.indexOf(';');
    String size = (end < 0 ? line : line.substring(0, end)).strip();
    try {
      left = Long.parseLong(size, 16);
    } catch (NumberFormatException odd) {
      throw badChunk();
    }
    if (left < 0) {
      throw badChunk();
    }
    if (left == 0) {
      int trailers = 0;
      while (!connection.readLine().isEmpty()) {
        if (++trailers > Transport.MAX_HEADERS) {
          throw badChunk();
        }
      }
      complete = true;
    }
  }

  private TransportException badChunk() {
    return new TransportException(Failure.GARBAGE, host + " sent a badly framed answer", null);
  }
}
