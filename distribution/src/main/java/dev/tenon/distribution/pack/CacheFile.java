package dev.tenon.distribution.pack;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.zip.CRC32;

/// Takes the clock out of an AOT cache. Two caches made of the same list differ only in the
/// milliseconds since the machine was started, which the JVM notes in each soft reference that it
/// keeps, and in the sums over them. Only a word that differs between two makings, and was in each
/// of them the time of its making, is set to zero; the sums are then made anew.
///
/// The layout of the file (JDK 25): magic, sum of the header, version, size of the header, each
/// four bytes; in the header, for each region, its sum, and 24 and 40 bytes on its place and
/// length.
final class CacheFile {
  private static final int HEADER_SUM = 4;
  private static final int HEADER_SIZE = 12;
  private static final int SUMMED_FROM = 8;
  private static final int REGION_PLACE = 24;
  private static final int REGION_LENGTH = 40;

  /// A cache and when it was made, in milliseconds of the clock of [System#nanoTime].
  static final class Made {
    private final byte[] bytes;
    private final long began;
    private final long ended;

    Made(byte[] bytes, long began, long ended) {
      this.bytes = bytes;
      this.began = began;
      this.ended = ended;
    }

    private boolean during(long time) {
      return began <= time && time <= ended;
    }

    private ByteBuffer buffer() {
      return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }
  }

  private CacheFile() {}

  /// The bytes that both makings have in common once the clock is gone.
  static byte[] withoutClock(Made first, Made second) throws PackException {
    byte[] one = withoutClock(first, second.buffer(), second);
    byte[] other = withoutClock(second, first.buffer(), first);
    int differs = Arrays.mismatch(one, other);
    if (differs >= 0) {
      throw new PackException("two makings of an AOT cache differ at byte " + differs);
    }
    return one;
  }

  private static byte[] withoutClock(Made made, ByteBuffer reference, Made other)
      throws PackException {
    byte[] bytes = made.bytes.clone();
    ByteBuffer out = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int header = out.getInt(HEADER_SIZE);
    if (bytes.length != reference.capacity() || header < SUMMED_FROM || header > bytes.length) {
      throw new PackException("two makings of an AOT cache have different sizes or no header");
    }
    for (int at = header - header % 8 + 8; at + 8 <= bytes.length; at += 8) {
      long here = out.getLong(at);
      long there = reference.getLong(at);
      if (here != there && made.during(here) && other.during(there)) {
        out.putLong(at, 0);
      }
    }
    int before = sum(made.bytes, SUMMED_FROM, header - SUMMED_FROM);
    for (int at = SUMMED_FROM; at + 4 <= header; at += 4) {
      if (out.getInt(at) != reference.getInt(at)) {
        correctRegion(made, bytes, at);
      }
    }
    // The JVM sums the header before it is complete, so its sum is carried over: sums are linear.
    int after = sum(bytes, SUMMED_FROM, header - SUMMED_FROM);
    out.putInt(HEADER_SUM, out.getInt(HEADER_SUM) ^ before ^ after);
    return bytes;
  }

  private static void correctRegion(Made made, byte[] bytes, int at) throws PackException {
    ByteBuffer out = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    long place = out.getLong(at + REGION_PLACE);
    long length = out.getLong(at + REGION_LENGTH);
    boolean inside = place >= 0 && length >= 0 && place + length <= made.bytes.length;
    if (!inside || sum(made.bytes, (int) place, (int) length) != out.getInt(at)) {
      throw new PackException("two makings of an AOT cache differ in the header at byte " + at);
    }
    out.putInt(at, sum(bytes, (int) place, (int) length));
  }

  private static int sum(byte[] bytes, int from, int length) {
    var crc = new CRC32();
    crc.update(bytes, from, length);
    return (int) crc.getValue();
  }
}
