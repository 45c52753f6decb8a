package dev.tenon.core.http.fetch;

import java.time.Duration;

/// How much and how long.
///
/// @param bytes of the body as it is unpacked
/// @param ratio how many bytes may come out of one that came over the wire
/// @param time for everything: connections, redirects and the body. The time for which a policy
///   thinks about a redirect is not counted
public record Limits(int bytes, int ratio, Duration time) {
  private static final int MOST_BYTES = 1 << 30;

  public static final Limits DEFAULTS = new Limits(10_000_000, 200, Duration.ofSeconds(60));

  public Limits {
    if (bytes < 1 || bytes > MOST_BYTES) {
      throw new IllegalArgumentException("bytes must be 1.." + MOST_BYTES + ", was " + bytes);
    }
    if (ratio < 1) {
      throw new IllegalArgumentException("the ratio must be positive, was " + ratio);
    }
    if (time.isNegative() || time.isZero()) {
      throw new IllegalArgumentException("the time must be positive, was " + time);
    }
  }
}
