package dev.tenon.cli.terminal;

import dev.tenon.engine.command.OwnCommands.Sharing;
import java.io.IOException;
import java.util.function.Consumer;

/// What goes on beside the conversation, as far as the person has to do with it: commands of their
/// own, and background work.
public interface BackgroundHooks {

  /// How many turns in a row the news of background work may start by themselves; 0 for none.
  int unaskedTurns();

  /// Runs a command of the person to its end. Nothing is asked, and Ctrl-C interrupts it. Answers
  /// its exit code.
  ///
  /// @param output gets what it prints, piece by piece
  int run(String command, Sharing sharing, Consumer<String> output)
      throws IOException, InterruptedException;

  /// Runs a command of the person that has the terminal to itself, as editors and pagers need it.
  /// What it shows is not known afterwards. Answers its exit code.
  default int runAtTerminal(String command, Sharing sharing)
      throws IOException, InterruptedException {
    throw new IOException("commands cannot be run here");
  }

  /// Ends all background work: the person begins a new conversation.
  void clear();

  /// Nothing does.
  static BackgroundHooks nothing() {
    return new BackgroundHooks() {
      @Override
      public int unaskedTurns() {
        return 0;
      }

      @Override
      public int run(String command, Sharing sharing, Consumer<String> output) throws IOException {
        throw new IOException("commands cannot be run here");
      }

      @Override
      public void clear() {}
    };
  }
}
