package dev.tenon.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// JUnit has opened the session of this very test, so it has found the listener.
class PollingTest {
  /// A look every 100 ms would be none of this.
  @Test
  void aWaitLooksAtOnceAndOftenAtFirst() {
    Duration shortest = Duration.ofDays(1);
    // A busy machine may take the processor away, but hardly ten times.
    for (int i = 0; i < 10 && shortest.toMillis() >= 90; i++) {
      Duration took = looks(3).getLast();
      shortest = took.compareTo(shortest) < 0 ? took : shortest;
    }
    assertThat(shortest).isLessThan(Duration.ofMillis(90));
  }

  @Test
  void aLongWaitLooksLessOften() {
    // 0, 5, 10, 20, 40, 50 and 50 ms.
    assertThat(looks(7).getLast()).isGreaterThan(Duration.ofMillis(170));
  }

  /// When a wait looked, from its beginning on.
  private static List<Duration> looks(int count) {
    long began = System.nanoTime();
    var looks = new ArrayList<Duration>();
    await()
        .until(
            () -> {
              looks.add(Duration.ofNanos(System.nanoTime() - began));
              return looks.size() == count;
            });
    return looks;
  }
}
