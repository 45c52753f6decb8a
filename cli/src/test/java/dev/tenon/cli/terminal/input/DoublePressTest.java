package dev.tenon.cli.terminal.input;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class DoublePressTest {
  private final AtomicLong clock = new AtomicLong(-7);
  private final DoublePress presses = new DoublePress(clock::get);

  @Test
  void twiceIsTwiceOnlySoonAndInARow() {
    assertThat(presses.press()).isFalse();
    clock.addAndGet(Duration.ofMillis(599).toNanos());
    assertThat(presses.press()).isTrue();
    assertThat(presses.press()).isFalse();
    clock.addAndGet(Duration.ofMillis(600).toNanos());
    assertThat(presses.press()).isFalse();
    presses.forget();
    assertThat(presses.press()).isFalse();
  }
}
