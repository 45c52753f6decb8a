package dev.tenon.cli.terminal;

import dev.tenon.cli.slash.SlashCommand;
import dev.tenon.cli.terminal.view.ChangeSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// What the terminal wants of the session beside its commands. Called on any thread.
public interface SessionHooks {

  /// Goes on in the next mode of permissions. Answers what to tell the person of it; nothing when
  /// there is no other.
  Optional<String> nextMode();

  /// What a person is told after a turn that has no receipt: what it changed, and how to take it
  /// back. Empty if it changed nothing.
  Optional<String> afterTurn();

  /// What a person is told who leaves: how to come back, and what was changed. May be empty.
  List<String> farewell();

  /// What is known of changes.
  default ChangeSource changes() {
    return ChangeSource.none();
  }

  /// Whether a line that looks like a command is a prompt all the same.
  default boolean isPrompt(String line) {
    return false;
  }

  /// Commands that give way to others of their name.
  ///
  /// @param taken names that others have
  default List<SlashCommand> furtherCommands(Predicate<String> taken) {
    return List.of();
  }

  /// Commands that come and go while the conversation goes on.
  default List<SlashCommand> passingCommands() {
    return List.of();
  }

  /// None of it.
  static SessionHooks nothing() {
    return new SessionHooks() {
      @Override
      public Optional<String> nextMode() {
        return Optional.empty();
      }

      @Override
      public Optional<String> afterTurn() {
        return Optional.empty();
      }

      @Override
      public List<String> farewell() {
        return List.of();
      }
    };
  }
}
