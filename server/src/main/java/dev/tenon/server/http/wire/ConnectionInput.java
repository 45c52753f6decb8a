package dev.tenon.server.http.wire;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;

/// The bytes of a connection, each of them before a deadline: a client that drips is cut off. For
/// one thread.
final class ConnectionInput {
  private final Socket socket;
  private final InputStream in;
  private final byte[] buffer = new byte[8192];
  private int at;
  private int end;
  private long deadline;

  ConnectionInput(Socket socket) throws IOException {
    this.socket = socket;
    this.in = socket.getInputStream();
  }

  /// From now on everything has to come within so many milliseconds.
  void within(long millis) {
    deadline = System.nanoTime() + millis * 1_000_000;
  }

  /// The next byte, or -1 at the end.
  int read() throws IOException {
    return at < end || fill() ? buffer[at++] & 0xff : -1;
  }

  int read(byte[] bytes, int offset, int length) throws IOException {
    if (at == end && !fill()) {
      return -1;
    }
    int count = Math.min(length, end - at);
    System.arraycopy(buffer, at, bytes, offset, count);
    at += count;
    return count;
  }

  private boolean fill() throws IOException {
    return fill(Integer.MAX_VALUE);
  }

  /// @param silence how many milliseconds the next bytes may take, if the deadline is not sooner
  private boolean fill(long silence) throws IOException {
    long left = (deadline - System.nanoTime()) / 1_000_000;
    if (left <= 0) {
      throw new SocketTimeoutException("the request took too long");
    }
    socket.setSoTimeout((int) Math.min(left, silence));
    int count = in.read(buffer);
    at = 0;
    end = Math.max(0, count);
    return count > 0;
  }

  /// Takes what the client still sends, so that the answer it has not read yet is not lost with the
  /// connection: a client in the middle of a large body reads only when it has sent all of it. Ends
  /// with the client, after a silence, at the deadline or at a bound of bytes.
  void discard(long bytes, long millis, long silence) {
    within(millis);
    try {
      long left = bytes;
      while (left > 0 && fill(silence)) {
        left -= end;
        at = end;
      }
    } catch (IOException enough) {
      at = end;
    }
  }
}
