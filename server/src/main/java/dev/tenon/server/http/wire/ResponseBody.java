package dev.tenon.server.http.wire;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/// The body of an answer: so many bytes, or chunks until it is closed.
final class ResponseBody extends OutputStream {
  private static final byte[] LINE_END = {'\r', '\n'};
  private static final byte[] LAST = "0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  private final OutputStream out;
  private final boolean chunked;
  private long left;
  private boolean closed;

  /// @param length how much will come; negative when nobody knows
  ResponseBody(OutputStream out, long length) {
    this.out = out;
    this.chunked = length < 0;
    this.left = length;
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    if (closed || (!chunked && length > left)) {
      throw new IOException("more than the answer was said to have");
    }
    if (length == 0) {
      return;
    }
    if (chunked) {
      out.write(Integer.toHexString(length).getBytes(StandardCharsets.US_ASCII));
      out.write(LINE_END);
      out.write(bytes, offset, length);
      out.write(LINE_END);
    } else {
      out.write(bytes, offset, length);
      left -= length;
    }
  }

  @Override
  public void flush() throws IOException {
    out.flush();
  }

  @Override
  public void close() throws IOException {
    if (!closed) {
      closed = true;
      if (chunked) {
        out.write(LAST);
      }
      out.flush();
    }
  }

  /// Whether all of it was written.
  boolean isOver() {
    return closed && (chunked || left == 0);
  }
}
