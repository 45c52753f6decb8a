package dev.tenon.cli.terminal;

import java.time.Duration;
import java.util.function.LongSupplier;

/// What Ctrl-C means: the first one stops the work, or clears the line, or asks for another if
/// there is nothing to stop or clear; another one soon after *in the same place* leaves the
/// program. One that stopped the work is none of the two that leave an empty line: work that ends
/// at its own pace would decide what the second one means. Safe for several threads.
final class Interrupts {
  private static final long AGAIN = Duration.ofSeconds(2).toNanos();

  private final LongSupplier nanos;
  private long last;
  private Place where = Place.LINE;

  private enum Place {
    WORK,
    LINE
  }

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
    return again(Place.WORK) ? Reaction.LEAVE : Reaction.STOP;
  }

  synchronized Reaction atLine(Console.Discarded discarded) {
    return switch (discarded) {
      case TEXT -> Reaction.CLEAR;
      case NOTHING -> again(Place.LINE) ? Reaction.LEAVE : Reaction.HINT;
    };
  }

  /// One at a line of which nobody knows what was in it. Answers whether it came soon after
  /// another.
  synchronized boolean pressedAtLine() {
    return again(Place.LINE);
  }

  /// Another key came: whoever goes on typing does not leave, and the hint at the line that said so
  /// is gone.
  synchronized void otherKey() {
    if (where == Place.LINE) {
      last = nanos.getAsLong() - AGAIN;
    }
  }

  private boolean again(Place here) {
    long now = nanos.getAsLong();
    boolean again = now - last < AGAIN && where == here;
    last = now;
    where = here;
    return again;
  }
}
