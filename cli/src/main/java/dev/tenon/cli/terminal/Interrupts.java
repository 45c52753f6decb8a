package dev.tenon.cli.terminal;

import java.time.Duration;
import java.util.function.LongSupplier;

/// What Ctrl-C means: the first one stops the work or clears the line, and another one soon after
/// leaves the program. Safe for several threads.
final class Interrupts {
  private static final long AGAIN = Duration.ofSeconds(2).toNanos();

  /// Ctrl-C so soon after the work ended was meant for the work.
  private static final long LATE = Duration.ofMillis(800).toNanos();

  private final LongSupplier nanos;
  private long last;
  private long ended;

  /// What to do.
  enum Reaction {
    STOP,
    CLEAR,
    HINT,
    LEAVE
  }

  Interrupts(LongSupplier nanos) {
    this.nanos = nanos;
    this.last = nanos.getAsLong() - AGAIN;
    this.ended = nanos.getAsLong() - LATE;
  }

  synchronized Reaction whileWorking() {
    return again() ? Reaction.LEAVE : Reaction.STOP;
  }

  synchronized Reaction atLine(Console.Discarded discarded) {
    boolean again = again();
    return switch (discarded) {
      case TEXT -> Reaction.CLEAR;
      case NOTHING -> !again && nanos.getAsLong() - ended < LATE ? Reaction.HINT : Reaction.LEAVE;
    };
  }

  synchronized void workEnded() {
    ended = nanos.getAsLong();
  }

  private boolean again() {
    long now = nanos.getAsLong();
    boolean again = now - last < AGAIN;
    last = now;
    return again;
  }
}
