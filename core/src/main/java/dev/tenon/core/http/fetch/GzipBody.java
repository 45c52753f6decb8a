package dev.tenon.core.http.fetch;

import java.io.IOException;
import java.io.InputStream;
import java.util.zip.CRC32;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/// The gzip coding (RFC 1952): any number of members, each with its checksum and length. The JDK's
/// own stream asks whether more is available and takes a pause of the network for the end.
final class GzipBody extends InflatedBody {
  private static final int HAS_CHECKSUM = 2;
  private static final int HAS_EXTRA = 4;
  private static final int HAS_NAME = 8;
  private static final int HAS_COMMENT = 16;
  private static final int RESERVED = 0xe0;

  private final CRC32 checksum = new CRC32();
  private boolean first = true;

  GzipBody(InputStream in, String host, Ratio bound) {
    super(in, host, bound);
  }

  @Override
  @Nullable Inflater begin() throws IOException {
    int one = first ? next() : behindPadding();
    if (one < 0) {
      return null;
    }
    first = false;
    if (one != 0x1f || needed() != 0x8b || needed() != 8) {
      throw damaged("is not gzip");
    }
    int flags = needed();
    if ((flags & RESERVED) != 0) {
      throw damaged("is not gzip");
    }
    skip(6);
    if ((flags & HAS_EXTRA) != 0) {
      skip(needed() | needed() << 8);
    }
    if ((flags & HAS_NAME) != 0) {
      skipText();
    }
    if ((flags & HAS_COMMENT) != 0) {
      skipText();
    }
    if ((flags & HAS_CHECKSUM) != 0) {
      skip(2);
    }
    checksum.reset();
    return over(new Inflater(true));
  }

  /// Some writers fill the rest of a block with zeros.
  private int behindPadding() throws IOException {
    int one = next();
    while (one == 0) {
      one = next();
    }
    return one;
  }

  private void skip(int count) throws IOException {
    for (int i = 0; i < count; i++) {
      needed();
    }
  }

  private void skipText() throws IOException {
    while (needed() != 0) {
      // A name or a comment, up to its zero.
    }
  }

  @Override
  void unpacked(byte[] target, int offset, int count) {
    checksum.update(target, offset, count);
  }

  @Override
  void end(Inflater done) throws IOException {
    boolean sum = number() == checksum.getValue();
    boolean length = number() == (done.getBytesWritten() & 0xffff_ffffL);
    if (!sum || !length) {
      throw damaged("is damaged (its checksum is another)");
    }
  }

  private long number() throws IOException {
    return needed() | needed() << 8 | needed() << 16 | (long) needed() << 24;
  }
}
