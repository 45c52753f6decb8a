package dev.tenon.engine.command;

import dev.tenon.core.change.CommandRunner;
import dev.tenon.core.change.Editing;
import dev.tenon.core.change.journal.Attribution;
import dev.tenon.core.change.journal.Origin;
import dev.tenon.core.exec.shell.Shell;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;

/// Runs the commands that a person types behind a `!`. They are the person's own: nothing is asked,
/// and no wall stands around them; but what they change is journaled like what the model's commands
/// change.
public final class OwnCommands {
  private static final Duration LONGEST = Duration.ofDays(1);
  private static final int TOLD = 20_000;

  private final CommandRunner runner;
  private final Editing editing;
  private final Path root;
  private final Consumer<String> model;

  /// @param shell without a wall
  /// @param model gets to know what happened with the next prompt
  public OwnCommands(Shell shell, Editing editing, Path root, Consumer<String> model) {
    this.runner = new CommandRunner(shell);
    this.editing = editing;
    this.root = root;
    this.model = model;
  }

  /// Whether the model gets to know of a command.
  public enum Sharing {
    /// With the next prompt.
    TOLD,
    PRIVATE
  }

  /// Runs a command to its end and answers its exit code.
  ///
  /// @param output gets what it prints, piece by piece
  public int run(String command, Sharing sharing, Consumer<String> output)
      throws IOException, InterruptedException {
    // What it changes can be taken back by itself.
    editing.beginPrompt("!" + command);
    Shell.Finished finished =
        runner
            .run(
                new Shell.Command(command, root, LONGEST),
                editing,
                new Attribution(Origin.SHELL, "!", null),
                output)
            .finished();
    if (sharing == Sharing.TOLD) {
      model.accept(told(command, finished));
    }
    return switch (finished.ending()) {
      case EXITED -> finished.exitCode();
      case TIMED_OUT -> throw new IOException("it was stopped after " + LONGEST.toHours() + " h");
      case CANCELLED -> throw new InterruptedException("the command was stopped");
    };
  }

  private static String told(String command, Shell.Finished finished) {
    String output = finished.output().stripTrailing();
    if (output.length() > TOLD) {
      output =
          output.substring(0, TOLD / 4)
              + "\n[…]\n"
              + output.substring(output.length() - TOLD * 3 / 4);
    }
    String ending =
        switch (finished.ending()) {
          case EXITED -> "exit code " + finished.exitCode();
          case TIMED_OUT, CANCELLED -> "stopped";
        };
    return "<user-command ending=\""
        + ending
        + "\">\n$ "
        + command
        + "\n"
        + (output.isEmpty() ? "(no output)" : output)
        + "\n</user-command>";
  }
}
