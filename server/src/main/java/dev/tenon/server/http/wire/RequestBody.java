package dev.tenon.server.http.wire;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/// The body of a request: so many bytes, or chunks as strict as the head. Chunks have no extensions
/// and no trailers, which nobody needs here and readers disagree about.
final class RequestBody extends InputStream {
  private static final byte[] GO_ON =
      "HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
  private static final int LONGEST_SIZE = 8;

  private final ConnectionInput in;
  private final OutputStream out;
  private final boolean chunked;
  private boolean awaited;
  private boolean begun;
  private boolean broken;

  /// How much is left, of the body or of the chunk.
  private long left;

  private boolean ended;

  RequestBody(RequestHead head, ConnectionInput in, OutputStream out) {
    this.in = in;
    this.out = out;
    this.chunked = head.length() == RequestHead.CHUNKED;
    this.left = chunked ? 0 : head.length();
    this.ended = head.length() == 0;
    this.awaited = head.expectation() == RequestHead.Expectation.CONTINUE;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    if (awaited) {
      awaited = false;
      if (!ended) {
        out.write(GO_ON);
        out.flush();
      }
    }
    try {
      if (!ended && left == 0) {
        nextChunk();
      }
      if (ended) {
        return -1;
      }
      int count = in.read(bytes, offset, (int) Math.min(length, left));
      if (count < 0) {
        throw Refusal.bad("the body ended early");
      }
      left -= count;
      ended = !chunked && left == 0;
      return count;
    } catch (IOException failed) {
      broken = true;
      throw failed;
    }
  }

  private void nextChunk() throws IOException {
    if (begun) {
      lineEnd();
    }
    begun = true;
    long size = 0;
    int digits = 0;
    int c = in.read();
    for (; Character.digit(c, 16) >= 0 && c < 0x80; c = in.read()) {
      size = size * 16 + Character.digit(c, 16);
      if (++digits > LONGEST_SIZE) {
        throw Refusal.bad("a chunk is too large");
      }
    }
    if (digits == 0 || c != '\r' || in.read() != '\n') {
      throw Refusal.bad("the size of a chunk is hexadecimal digits on a line of their own");
    }
    left = size;
    if (size == 0) {
      lineEnd();
      ended = true;
    }
  }

  private void lineEnd() throws IOException {
    if (in.read() != '\r' || in.read() != '\n') {
      throw Refusal.bad("a chunk does not end with its line");
    }
  }

  /// Whether the body was read to its end.
  boolean isOver() {
    return ended && !broken;
  }

  /// Whether reading it could bring it to its end: nobody was refused the go-ahead.
  boolean canBeRead() {
    return !broken && !awaited;
  }
}
