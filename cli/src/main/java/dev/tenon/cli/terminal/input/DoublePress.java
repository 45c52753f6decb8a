package dev.tenon.cli.terminal.input;

import java.time.Duration;
import java.util.function.LongSupplier;

/// Whether a key is pressed twice in a row. Used by one thread.
public final class DoublePress {
  private static final long SOON = Duration.ofMillis(600).toNanos();

  private final LongSupplier nanos;
  private long last;

  public DoublePress(LongSupplier nanos) {
    this.nanos = nanos;
    forget();
  }

  /// The key is pressed. Answers whether it is the second time.
  public boolean press() {
    long now = nanos.getAsLong();
    if (now - last < SOON) {
      forget();
      return true;
    }
    last = now;
    return false;
  }

  /// Something else has happened in between.
  public void forget() {
    last = nanos.getAsLong() - SOON;
  }
}
