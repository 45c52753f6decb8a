package dev.tenon.cli.terminal.dialog;

import dev.tenon.cli.terminal.input.Key;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// Tells an Enter that somebody presses from those of a key that is held down. A keyboard waits
/// before it repeats a key, longer than a question needs to be read: so the first repeat of the
/// Enter that sent a prompt looks like an answer, until the second one follows it. An Enter soon
/// after another is therefore put off until it is plain that no more come. Used under the lock of
/// its [Dialogs].
final class KeyRepeat {
  /// No keyboard waits longer before it begins to repeat a key.
  private static final Duration LONGEST_DELAY = Duration.ofSeconds(2);

  /// No keyboard takes longer from one repeat to the next.
  private static final Duration BETWEEN = Duration.ofMillis(120);

  private final LongSupplier nanos;
  private @Nullable Key last;
  private long lastAt;
  private boolean waits;
  private long since;

  KeyRepeat(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /// A key has come, whoever it is for; whatever was put off is not meant any more. Answers whether
  /// it shows that the key is held down.
  boolean came(Key key) {
    long now = nanos.getAsLong();
    boolean held = waits && key == Key.Named.ENTER && now - since < BETWEEN.toNanos();
    waits = false;
    last = key;
    lastAt = now;
    return held;
  }

  /// Whether this Enter, which has not [come][#came] yet, may be a repeat.
  boolean mayBe() {
    return last == Key.Named.ENTER && nanos.getAsLong() - lastAt < LONGEST_DELAY.toNanos();
  }

  /// Puts the Enter off that has just come.
  void putOff() {
    waits = true;
    since = nanos.getAsLong();
  }

  void forget() {
    waits = false;
  }

  /// Whether one is put off.
  boolean waits() {
    return waits;
  }

  /// How long the one that is put off still waits.
  Duration left() {
    return Duration.ofNanos(Math.max(0, since + BETWEEN.toNanos() - nanos.getAsLong()));
  }
}
