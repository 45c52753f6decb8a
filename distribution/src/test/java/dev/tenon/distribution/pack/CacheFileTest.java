package dev.tenon.distribution.pack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;

/// Caches in small: a header with one region, and in the region a time.
class CacheFileTest {
  private static final int HEADER = 128;
  private static final int REGION = 32;
  private static final int TIME = 160;

  @Test
  void theClockIsTakenOutAndTheSumsFit() throws Exception {
    byte[] clean =
        CacheFile.withoutClock(
            new CacheFile.Made(cache(5_000, 7), 4_990, 5_010),
            new CacheFile.Made(cache(6_000, 7), 5_990, 6_010));
    assertThat(clean).isEqualTo(cache(0, 7));
  }

  @Test
  void aWordThatOnlyLooksLikeATimeStays() throws Exception {
    // It was the time of the one making, and is the same in the other.
    byte[] both = cache(0, 5_000);
    assertThat(
            CacheFile.withoutClock(
                new CacheFile.Made(both, 4_990, 5_010), new CacheFile.Made(both, 5_990, 6_010)))
        .isEqualTo(both);
  }

  @Test
  void otherDifferencesAreTold() {
    assertThatThrownBy(
            () ->
                CacheFile.withoutClock(
                    new CacheFile.Made(cache(5_000, 7), 4_990, 5_010),
                    new CacheFile.Made(cache(6_000, 8), 5_990, 6_010)))
        .isInstanceOf(PackException.class)
        .hasMessageContaining("differ");
    assertThatThrownBy(
            () ->
                CacheFile.withoutClock(
                    new CacheFile.Made(cache(5_000, 7), 4_990, 5_010),
                    new CacheFile.Made(new byte[1_000], 5_990, 6_010)))
        .isInstanceOf(PackException.class)
        .hasMessageContaining("sizes");
  }

  @Test
  void aHeaderThatIsLaidOutOtherwiseIsTold() {
    byte[] first = cache(5_000, 7);
    byte[] second = cache(6_000, 7);
    first[100] = 1;
    second[100] = 2;
    assertThatThrownBy(
            () ->
                CacheFile.withoutClock(
                    new CacheFile.Made(first, 4_990, 5_010),
                    new CacheFile.Made(second, 5_990, 6_010)))
        .isInstanceOf(PackException.class)
        .hasMessageContaining("header");
  }

  private static byte[] cache(long time, long other) {
    ByteBuffer out = ByteBuffer.allocate(256).order(ByteOrder.LITTLE_ENDIAN);
    out.putInt(0, 0xf00baba2).putInt(12, HEADER);
    out.putLong(TIME, time).putLong(TIME + 8, other);
    out.putLong(REGION + 24, HEADER).putLong(REGION + 40, 128);
    out.putInt(REGION, sum(out.array(), HEADER, 128));
    out.putInt(4, sum(out.array(), 8, HEADER - 8));
    return out.array();
  }

  private static int sum(byte[] bytes, int from, int length) {
    var crc = new CRC32();
    crc.update(bytes, from, length);
    return (int) crc.getValue();
  }
}
