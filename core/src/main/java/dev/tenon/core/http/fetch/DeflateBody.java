package dev.tenon.core.http.fetch;

import java.io.IOException;
import java.io.InputStream;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/// The deflate coding: zlib (RFC 1950) as the standard has it, or bare (RFC 1951) as some servers
/// send it. The first byte tells: that of a zlib header would begin a bare block that no packer
/// writes.
final class DeflateBody extends InflatedBody {
  private boolean begun;

  DeflateBody(InputStream in, String host, Ratio bound) {
    super(in, host, bound);
  }

  @Override
  @Nullable Inflater begin() throws IOException {
    int one = next();
    if (begun) {
      if (one >= 0) {
        throw damaged("goes on behind its end");
      }
      return null;
    }
    if (one < 0) {
      return null;
    }
    begun = true;
    boolean zlib = (one & 15) == 8 && (one >> 4) <= 7;
    back();
    return over(new Inflater(!zlib));
  }

  @Override
  void unpacked(byte[] target, int offset, int count) {
    // zlib's own checksum is checked by the inflater.
  }

  @Override
  void end(Inflater done) {
    // Nothing stands behind the data.
  }
}
