package dev.tenon.cli.terminal;

import dev.tenon.core.agent.Conversation;
import dev.tenon.core.agent.Outcome;
import java.util.Optional;

/// How a turn ended.
sealed interface TurnEnd {
  record Done(Outcome outcome) implements TurnEnd {}

  /// A bug ended it.
  record Broke(Throwable bug) implements TurnEnd {}

  /// There was nothing to do.
  record Nothing() implements TurnEnd {}

  /// The person has left the program.
  record Left() implements TurnEnd {}

  /// Something to do in the conversation; nothing comes of it when there was nothing to do.
  interface Turn {
    Optional<Outcome> take(Conversation conversation) throws InterruptedException;
  }

  /// Takes a turn to its end.
  static TurnEnd of(Turn turn, Conversation conversation) {
    try {
      return turn.take(conversation).<TurnEnd>map(Done::new).orElseGet(Nothing::new);
    } catch (InterruptedException told) {
      return new Left();
    } catch (RuntimeException | Error bug) {
      return new Broke(bug);
    }
  }
}
