package dev.tenon.cli.attack;

import java.io.IOException;

/// One attack that is tried: an attempt to read, write or reach what the project must not.
///
/// @param name what is tried, in a few words
/// @param expected what should come of it
record Attempt(String name, By by, String expected, Move move) {

  /// Through what it is tried.
  enum By {
    SHELL,
    TOOL
  }

  /// Carries the attempt out.
  @FunctionalInterface
  interface Move {
    Outcome make(AttackFixture fixture) throws IOException, InterruptedException;
  }

  /// What came of it.
  sealed interface Outcome {
    record Held() implements Outcome {}

    /// @param what the damage, in a few words
    record Through(String what) implements Outcome {}

    /// The user's configuration wants it to be possible.
    record Allowed(String setting) implements Outcome {}
  }

  static Outcome held() {
    return new Outcome.Held();
  }

  static Outcome through(String what) {
    return new Outcome.Through(what);
  }
}
