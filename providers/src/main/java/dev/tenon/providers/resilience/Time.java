package dev.tenon.providers.resilience;

import java.time.Duration;
import java.time.Instant;

/// The clock and the waiting of the decorators, so that tests never sleep.
public interface Time {

  /// The time of this machine.
  Time SYSTEM =
      new Time() {
        @Override
        public Instant now() {
          return Instant.now();
        }

        @Override
        public void pause(Duration duration) throws InterruptedException {
          Thread.sleep(duration);
        }
      };

  Instant now();

  /// Waits; an interruption ends it at once.
  void pause(Duration duration) throws InterruptedException;
}
