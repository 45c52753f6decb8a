package dev.tenon.providers.resilience;

import java.time.Duration;
import java.util.function.DoubleSupplier;

/// Pauses that double from one retry to the next, up to a limit. Jitter takes up to a quarter off,
/// so that many programs that failed together do not come back together.
///
/// @param jitter numbers from 0 (the whole pause) to 1 (a quarter less)
record Backoff(Duration first, Duration longest, DoubleSupplier jitter) {
  private static final double MOST_JITTER = 0.25;

  /// Pauses without jitter.
  static Backoff steady(Duration first, Duration longest) {
    return new Backoff(first, longest, () -> 0);
  }

  /// The pause before this retry; the first is 1.
  Duration before(int retry) {
    long pause = first.toMillis();
    for (int i = 1; i < retry && pause < longest.toMillis(); i++) {
      pause *= 2;
    }
    pause = Math.min(pause, longest.toMillis());
    return Duration.ofMillis(Math.round(pause * (1 - MOST_JITTER * jitter.getAsDouble())));
  }
}
