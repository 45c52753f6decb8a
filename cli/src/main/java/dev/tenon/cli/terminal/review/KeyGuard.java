package dev.tenon.cli.terminal.review;

import dev.tenon.cli.terminal.dialog.Dialogs;
import java.time.Duration;
import java.util.function.LongSupplier;

/// Knows which keys can be meant for a screen on which single letters decide. Those that were typed
/// before it appeared, or go on from there without a pause, are for whoever was there before; what
/// arrives faster than a hand can type comes from a program.
final class KeyGuard {
  /// No hand presses two keys within this time.
  private static final Duration BURST = Duration.ofMillis(20);

  /// Who writes words presses the next key within this time.
  private static final Duration WRITING = Duration.ofMillis(400);

  private final LongSupplier nanos;
  private boolean follows;
  private long quietSince;
  private long lastKey;
  private boolean settled;

  KeyGuard(LongSupplier nanos) {
    this.nanos = nanos;
    appeared();
  }

  /// The screen has come into sight just now.
  void appeared() {
    quietSince = nanos.getAsLong();
    lastKey = quietSince - BURST.toNanos();
    settled = false;
  }

  /// A key has come. What can be made of it.
  Meaning next() {
    long now = nanos.getAsLong();
    boolean together = now - lastKey < BURST.toNanos();
    follows = now - lastKey < WRITING.toNanos();
    lastKey = now;
    if (!settled && now - quietSince < Dialogs.SETTLE.toNanos()) {
      quietSince = now;
      return Meaning.NONE;
    }
    settled = true;
    return together ? Meaning.HARMLESS : Meaning.ANY;
  }

  /// Whether the last key came so soon after the one before it as letters of a word do.
  boolean follows() {
    return follows;
  }

  /// What a key may do.
  enum Meaning {
    /// Nobody has seen the screen yet.
    NONE,
    /// Moving about, but no decision.
    HARMLESS,
    ANY
  }
}
