package dev.tenon.core.http;

import dev.tenon.core.http.tls.TlsStack;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;

/// One open connection with its read buffer. Used by one exchange at a time.
final class Connection implements Closeable {
  private static final int MAX_LINE = 16_384;

  /// What is written in one piece together with the head of the request.
  private static final int SMALL_BODY = 65_536;

  private final String origin;
  private final Socket raw;
  private final Socket socket;
  private final InputStream in;
  private final byte[] buffer = new byte[8_192];
  private int from;
  private int to;
  private long idleSince;
  private boolean answered;

  /// Whether reads have to be over at `end`.
  private boolean timed;

  private long end;

  /// @param raw the plain socket, closed to end everything at once
  /// @param socket the same, or TLS over it
  Connection(String origin, Socket raw, Socket socket) throws IOException {
    this.origin = origin;
    this.raw = raw;
    this.socket = socket;
    this.in = socket.getInputStream();
  }

  String origin() {
    return origin;
  }

  Socket raw() {
    return raw;
  }

  void write(String head, byte[] body) throws IOException {
    byte[] start = head.getBytes(StandardCharsets.ISO_8859_1);
    if (body.length > SMALL_BODY) {
      socket.getOutputStream().write(start);
      socket.getOutputStream().write(body);
    } else {
      var whole = new byte[start.length + body.length];
      System.arraycopy(start, 0, whole, 0, start.length);
      System.arraycopy(body, 0, whole, start.length, body.length);
      socket.getOutputStream().write(whole);
    }
    socket.getOutputStream().flush();
  }

  /// How long a read may wait for a byte.
  void readTimeout(long millis) throws IOException {
    timed = false;
    socket.setSoTimeout(Math.clamp(millis, 1, Integer.MAX_VALUE));
  }

  /// How long all reads together may take until [#readTimeout] is called: a server that sends its
  /// head byte by byte gains nothing.
  void headTimeout(long millis) throws IOException {
    readTimeout(millis);
    timed = true;
    end = System.nanoTime() + millis * 1_000_000;
  }

  /// One byte, or -1 at the end.
  int read() throws IOException {
    return fill() ? buffer[from++] & 0xff : -1;
  }

  int read(byte[] target, int offset, int length) throws IOException {
    if (from == to && length >= buffer.length) {
      return in.read(target, offset, length);
    }
    if (!fill()) {
      return -1;
    }
    int count = Math.min(length, to - from);
    System.arraycopy(buffer, from, target, offset, count);
    from += count;
    return count;
  }

  /// One line of a head without its end; the end of the stream is an error.
  String readLine() throws IOException {
    var line = new StringBuilder(64);
    while (true) {
      int next = read();
      if (next < 0) {
        throw new EOFException("the connection was closed");
      }
      if (next == '\n') {
        int length = line.length();
        if (length > 0 && line.charAt(length - 1) == '\r') {
          line.setLength(length - 1);
        }
        return line.toString();
      }
      if (line.length() == MAX_LINE) {
        throw new TransportException(
            TransportException.Failure.GARBAGE, "a header line is longer than 16 KB", null);
      }
      line.append((char) next);
    }
  }

  private boolean fill() throws IOException {
    if (from < to) {
      return true;
    }
    if (timed) {
      long left = end - System.nanoTime();
      if (left <= 0) {
        throw new SocketTimeoutException("the head took too long");
      }
      socket.setSoTimeout(Math.clamp(left / 1_000_000, 1, Integer.MAX_VALUE));
    }
    from = 0;
    to = Math.max(0, in.read(buffer, 0, buffer.length));
    answered |= to > 0;
    return to > 0;
  }

  void nowIdle() {
    idleSince = System.nanoTime();
  }

  long idleNanos() {
    return System.nanoTime() - idleSince;
  }

  /// Whether anything has been read since [#expectAnswer].
  boolean answered() {
    return answered;
  }

  void expectAnswer() {
    answered = false;
  }

  @Override
  public void close() {
    Connector.close(raw);
    TlsStack.release(socket);
  }
}
