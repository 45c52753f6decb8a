package dev.tenon.providers.resilience;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// A clock that stands until somebody pauses. It remembers the pauses, and can be interrupted in
/// one of them.
final class FakeTime implements Time {
  private final List<Duration> pauses = new ArrayList<>();
  private Instant now = Instant.parse("2026-11-15T12:00:00Z");
  private int interruptedPause = -1;

  @Override
  public Instant now() {
    return now;
  }

  @Override
  public void pause(Duration duration) throws InterruptedException {
    pauses.add(duration);
    if (pauses.size() == interruptedPause) {
      throw new InterruptedException();
    }
    now = now.plus(duration);
  }

  void pass(Duration duration) {
    now = now.plus(duration);
  }

  /// Interrupts the pause of this number, counted from 1.
  FakeTime interruptedIn(int pause) {
    interruptedPause = pause;
    return this;
  }

  List<Long> millis() {
    return pauses.stream().map(Duration::toMillis).toList();
  }

  long totalMillis() {
    return pauses.stream().mapToLong(Duration::toMillis).sum();
  }
}
