package dev.tenon.core.http.fetch;

import dev.tenon.core.http.TransportException;
import dev.tenon.core.http.TransportException.Failure;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/// A packed body as it is unpacked, piece by piece. One that ends too early or is damaged is an
/// error, not an end.
abstract sealed class InflatedBody extends BodyFilter permits DeflateBody, GzipBody {
  private final Ratio bound;
  private final byte[] buffer = new byte[8_192];
  private int from;
  private int to;
  private long unpacked;
  private @Nullable Inflater inflater;
  private boolean ended;
  private boolean broken;

  InflatedBody(InputStream in, String host, Ratio bound) {
    super(in, host);
    this.bound = bound;
  }

  /// Reads what stands before packed data and gives who unpacks it, or null at the end of the body.
  abstract @Nullable Inflater begin() throws IOException;

  abstract void unpacked(byte[] target, int offset, int count);

  /// Reads what stands behind packed data.
  abstract void end(Inflater done) throws IOException;

  @Override
  public final int read(byte[] target, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    if (broken) {
      throw damaged("has ended badly");
    }
    broken = true;
    int count = inflate(target, offset, length);
    broken = false;
    return count;
  }

  private int inflate(byte[] target, int offset, int length) throws IOException {
    while (!ended) {
      Inflater current = inflater;
      if (current == null) {
        current = begin();
        inflater = current;
        ended = current == null;
        continue;
      }
      int count = step(current, target, offset, length);
      if (count > 0) {
        unpacked += count;
        bound.check(unpacked);
        unpacked(target, offset, count);
        return count;
      }
      if (current.finished()) {
        from = to - current.getRemaining();
        end(current);
        current.end();
        inflater = null;
      } else if (current.needsDictionary()) {
        throw damaged("is damaged");
      } else if (current.needsInput()) {
        from = to;
        require(fill());
        current.setInput(buffer, from, to - from);
      }
    }
    return -1;
  }

  private int step(Inflater current, byte[] target, int offset, int length) throws IOException {
    try {
      return current.inflate(target, offset, length);
    } catch (DataFormatException odd) {
      throw damaged("is damaged");
    }
  }

  /// The next byte of the packed body, or -1 at its end.
  final int next() throws IOException {
    return fill() ? buffer[from++] & 0xff : -1;
  }

  /// The next byte, which must be there.
  final int needed() throws IOException {
    int next = next();
    require(next >= 0);
    return next;
  }

  /// Gives a byte back that was read last.
  final void back() {
    from--;
  }

  /// Hands what is read already to a new inflater.
  final Inflater over(Inflater fresh) {
    fresh.setInput(buffer, from, to - from);
    return fresh;
  }

  private boolean fill() throws IOException {
    if (from < to) {
      return true;
    }
    from = 0;
    to = Math.max(0, in.read(buffer, 0, buffer.length));
    return to > 0;
  }

  private void require(boolean there) throws TransportException {
    if (!there) {
      throw new TransportException(
          Failure.CUT, "the packed answer of " + host + " ends before its end", null);
    }
  }

  final TransportException damaged(String how) {
    return new TransportException(
        Failure.GARBAGE, "the packed answer of " + host + " " + how, null);
  }

  @Override
  public final void close() throws IOException {
    Inflater current = inflater;
    inflater = null;
    ended = true;
    if (current != null) {
      current.end();
    }
    in.close();
  }
}
