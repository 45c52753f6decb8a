package dev.tenon.cli.terminal;

import dev.tenon.core.agent.Outcome;

/// How a turn ended.
sealed interface TurnEnd {
  record Done(Outcome outcome) implements TurnEnd {}

  /// A bug ended it.
  record Broke(Throwable bug) implements TurnEnd {}

  /// There was nothing to do.
  record Nothing() implements TurnEnd {}

  /// The person has left the program.
  record Left() implements TurnEnd {}
}
