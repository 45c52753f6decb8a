package dev.tenon.cli.terminal;

import static dev.tenon.cli.terminal.Console.Discarded.NOTHING;
import static dev.tenon.cli.terminal.Console.Discarded.TEXT;
import static dev.tenon.cli.terminal.Interrupts.Reaction.CLEAR;
import static dev.tenon.cli.terminal.Interrupts.Reaction.HINT;
import static dev.tenon.cli.terminal.Interrupts.Reaction.LEAVE;
import static dev.tenon.cli.terminal.Interrupts.Reaction.STOP;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class InterruptsTest {
  private final AtomicLong clock = new AtomicLong(-5);
  private final Interrupts interrupts = new Interrupts(clock::get);

  private void pass(long millis) {
    clock.addAndGet(Duration.ofMillis(millis).toNanos());
  }

  @Test
  void theFirstStopsAndTheSecondSoonLeaves() {
    assertThat(interrupts.whileWorking()).isEqualTo(STOP);
    pass(1999);
    assertThat(interrupts.whileWorking()).isEqualTo(LEAVE);
  }

  @Test
  void theSecondLaterStops() {
    assertThat(interrupts.whileWorking()).isEqualTo(STOP);
    pass(2000);
    assertThat(interrupts.whileWorking()).isEqualTo(STOP);
  }

  /// How long stopped work takes to end (a long prompt takes longer) says nothing of what the
  /// person wants next.
  @Test
  void aStopIsNoneOfTheTwoThatLeaveAnEmptyLine() {
    assertThat(interrupts.whileWorking()).isEqualTo(STOP);
    pass(100);
    assertThat(interrupts.atLine(NOTHING)).isEqualTo(HINT);
    pass(100);
    assertThat(interrupts.atLine(NOTHING)).isEqualTo(LEAVE);
  }

  @Test
  void aHintAtTheLineLetsTheNextWorkBeStopped() {
    assertThat(interrupts.atLine(NOTHING)).isEqualTo(HINT);
    pass(100);
    assertThat(interrupts.whileWorking()).isEqualTo(STOP);
    pass(100);
    assertThat(interrupts.whileWorking()).isEqualTo(LEAVE);
  }

  @Test
  void textIsClearedFirst() {
    assertThat(interrupts.atLine(TEXT)).isEqualTo(CLEAR);
    pass(100);
    assertThat(interrupts.atLine(TEXT)).isEqualTo(CLEAR);
    pass(100);
    assertThat(interrupts.atLine(NOTHING)).isEqualTo(HINT);
    pass(100);
    assertThat(interrupts.atLine(NOTHING)).isEqualTo(LEAVE);
  }

  @Test
  void atAnEmptyLineItTakesTwo() {
    assertThat(interrupts.atLine(NOTHING)).isEqualTo(HINT);
    pass(2000);
    assertThat(interrupts.atLine(NOTHING)).isEqualTo(HINT);
    pass(100);
    assertThat(interrupts.atLine(NOTHING)).isEqualTo(LEAVE);
  }

  @Test
  void anotherKeyBetweenThemMeansThatThePersonStays() {
    assertThat(interrupts.atLine(NOTHING)).isEqualTo(HINT);
    interrupts.otherKey();
    pass(100);
    assertThat(interrupts.atLine(NOTHING)).isEqualTo(HINT);
    assertThat(interrupts.whileWorking()).isEqualTo(STOP);
    interrupts.otherKey();
    pass(100);
    assertThat(interrupts.whileWorking()).as("work says itself what leaves").isEqualTo(LEAVE);
  }
}
