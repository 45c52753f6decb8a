package dev.tenon.cli.terminal;

import java.time.Duration;
import java.util.function.LongSupplier;

/// What Ctrl-C means: the first one stops the work, or clears the line, or asks for another if
/// there is nothing to stop or clear; another one soon after leaves the program. Safe for several
/// threads.
final class Interrupts {
  private static final long AGAIN = Duration.ofSeconds(2).toNanos();

  private final LongSupplier nanos;
  private long last;

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
  }

  synchronized Reaction whileWorking() {
    return again() ? Reaction.LEAVE : Reaction.STOP;
  }

  synchronized Reaction atLine(Console.Discarded discarded) {
    return switch (discarded) {
      case TEXT -> Reaction.CLEAR;
      case NOTHING -> again() ? Reaction.LEAVE : Reaction.HINT;
    };
  }

  private boolean again() {
    long now = nanos.getAsLong();
    boolean again = now - last < AGAIN;
    last = now;
    return again;
  }
}
