package dev.tenon.core.http.stream;

import java.io.InputStream;
import java.util.Random;

/// Gives bytes in chunks of random sizes.
final class Chunks extends InputStream {
  private final byte[] bytes;
  private final Random random;
  private final int largest;
  private int at;

  Chunks(byte[] bytes, Random random, int largest) {
    this.bytes = bytes;
    this.random = random;
    this.largest = largest;
  }

  @Override
  public int read() {
    return at == bytes.length ? -1 : bytes[at++] & 0xff;
  }

  @Override
  public int read(byte[] target, int offset, int length) {
    if (at == bytes.length) {
      return -1;
    }
    int count = Math.min(Math.min(1 + random.nextInt(largest), length), bytes.length - at);
    System.arraycopy(bytes, at, target, offset, count);
    at += count;
    return count;
  }
}
