package dev.tenon.cli.terminal.dialog;

import java.time.Duration;

/// How long a question of the model waits, and whether it rings.
public interface AskTiming {

  /// Until it answers itself; zero to wait for ever.
  Duration patience();

  boolean rings();

  /// Waits for ever and is silent.
  static AskTiming patient() {
    return new AskTiming() {
      @Override
      public Duration patience() {
        return Duration.ZERO;
      }

      @Override
      public boolean rings() {
        return false;
      }
    };
  }
}
