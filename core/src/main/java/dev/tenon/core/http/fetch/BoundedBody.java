package dev.tenon.core.http.fetch;

import dev.tenon.core.http.TransportException;
import dev.tenon.core.http.TransportException.Failure;
import java.io.IOException;
import java.io.InputStream;

/// A body that must not be larger than its limit.
final class BoundedBody extends BodyFilter {
  private final int limit;
  private long count;

  BoundedBody(InputStream in, int limit, String host) {
    super(in, host);
    this.limit = limit;
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
