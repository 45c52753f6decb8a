package dev.tenon.core.http.stream;

import dev.tenon.core.http.TransportException;
import dev.tenon.core.http.TransportException.Failure;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Splits a stream of UTF-8 bytes into lines that end with LF, CR or CRLF, however the bytes are
/// chunked. Only whole lines are decoded, so a character split between two chunks stays whole. A
/// line is given as soon as its end mark is there: the LF after a CR is not waited for.
public final class LineReader {
  public static final int DEFAULT_MAX_LINE = 16 * 1024 * 1024;

  private final InputStream in;
  private final int maxLine;
  private final Arrival arrival;
  private byte[] buffer = new byte[16_384];
  private int from;
  private int to;

  /// The last line ended with CR: an LF right after it belongs to that end.
  private boolean afterCarriageReturn;

  private boolean torn;

  /// Called when bytes have arrived; may end the stream by throwing.
  @FunctionalInterface
  public interface Arrival {
    void bytes() throws IOException;
  }

  public LineReader(InputStream in, int maxLine, Arrival arrival) {
    this.in = in;
    this.maxLine = maxLine;
    this.arrival = arrival;
  }

  /// The next line without its end, or null at the end of the stream. Text after the last line end
  /// is a line too.
  public @Nullable String next() throws IOException {
    int scanned = from;
    while (true) {
      for (; scanned < to; scanned++) {
        byte b = buffer[scanned];
        if (b == '\n' && afterCarriageReturn && scanned == from) {
          afterCarriageReturn = false;
          from++;
        } else if (b == '\n' || b == '\r') {
          String line = decoded(scanned);
          from = scanned + 1;
          afterCarriageReturn = b == '\r';
          return line;
        }
      }
      if (to > from) {
        afterCarriageReturn = false;
      }
      int length = to - from;
      if (length > maxLine) {
        throw new TransportException(
            Failure.GARBAGE, "a line of the answer is longer than " + maxLine + " bytes", null);
      }
      if (!fill()) {
        if (length == 0) {
          return null;
        }
        torn = true;
        String line = decoded(to);
        from = to;
        return line;
      }
      scanned = from + length;
    }
  }

  /// Whether the line given last had no end mark.
  public boolean torn() {
    return torn;
  }

  private String decoded(int end) {
    return new String(buffer, from, end - from, StandardCharsets.UTF_8);
  }

  private boolean fill() throws IOException {
    if (from > 0) {
      System.arraycopy(buffer, from, buffer, 0, to - from);
      to -= from;
      from = 0;
    }
    if (to == buffer.length) {
      buffer = Arrays.copyOf(buffer, buffer.length * 2);
    }
    int count = in.read(buffer, to, buffer.length - to);
    if (count > 0) {
      to += count;
      arrival.bytes();
    }
    return count >= 0;
  }
}
