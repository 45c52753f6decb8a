package dev.tenon.core.http.fetch;

import dev.tenon.core.http.TransportException;
import java.io.IOException;
import java.io.InputStream;

/// The body as it comes over the wire: counted, and within the time of the fetch.
final class WireBody extends BodyFilter {
  private final TimeLeft time;
  private long count;

  WireBody(InputStream in, String host, TimeLeft time) {
    super(in, host);
    this.time = time;
  }

  /// How many bytes were read so far.
  long count() {
    return count;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    time.requireSome(host);
    try {
      int read = in.read(target, offset, length);
      count += Math.max(0, read);
      return read;
    } catch (TransportException failed) {
      throw time.explained(failed, host);
    }
  }
}
