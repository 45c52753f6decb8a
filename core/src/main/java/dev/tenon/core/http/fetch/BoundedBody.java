package dev.tenon.core.http.fetch;

import dev.tenon.core.http.TransportException;
import dev.tenon.core.http.TransportException.Failure;
import java.io.IOException;
import java.io.InputStream;

/// A body that must not be larger than its limit.
final class BoundedBody extends InputStream {
  private final InputStream in;
  private final int limit;
  private final String host;
  private long count;

  BoundedBody(InputStream in, int limit, String host) {
    this.in = in;
    this.limit = limit;
    this.host = host;
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
    // One byte more than there may be tells that there is more.
    int read = in.read(target, offset, (int) Math.min(length, limit + 1L - count));
    count += Math.max(0, read);
    if (count > limit) {
      throw new TransportException(
          Failure.GARBAGE,
          "the answer of " + host + " is larger than the limit of " + limit + " bytes",
          null);
    }
    return read;
  }
}
