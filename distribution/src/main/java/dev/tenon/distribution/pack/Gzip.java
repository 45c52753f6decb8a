package dev.tenon.distribution.pack;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.zip.GZIPOutputStream;

/// Compresses as `gzip -n` does: nothing of the name, the time or the machine gets into the header.
final class Gzip extends GZIPOutputStream {
  // Level 9 takes three times as long for one part in a hundred.
  private static final int LEVEL = 6;

  Gzip(OutputStream out) throws IOException {
    super(out, 1 << 16);
    def.setLevel(LEVEL);
  }

  static byte[] of(byte[] content) {
    var bytes = new ByteArrayOutputStream();
    try (var gzip = new Gzip(bytes)) {
      gzip.write(content);
    } catch (IOException inMemory) {
      throw new UncheckedIOException(inMemory);
    }
    return bytes.toByteArray();
  }
}
