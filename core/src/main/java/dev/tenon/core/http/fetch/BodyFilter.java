package dev.tenon.core.http.fetch;

import java.io.IOException;
import java.io.InputStream;

/// A body on its way through one more pair of hands, which look at it in pieces.
abstract sealed class BodyFilter extends InputStream permits BoundedBody, InflatedBody, WireBody {
  final InputStream in;
  final String host;

  /// @param host whom messages name
  BodyFilter(InputStream in, String host) {
    this.in = in;
    this.host = host;
  }

  @Override
  public final int read() throws IOException {
    var one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public abstract int read(byte[] target, int offset, int length) throws IOException;
}
