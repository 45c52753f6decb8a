package dev.tenon.cli;

import dev.tenon.cli.terminal.Beside;
import dev.tenon.core.change.Editing;
import dev.tenon.core.change.effects.CommandWatch;
import dev.tenon.core.change.journal.Attribution;
import dev.tenon.core.change.journal.Origin;
import dev.tenon.core.exec.Shell;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;

/// Runs the commands that a person types behind a `!`. They are the person's own: nothing is asked,
/// and no wall stands around them; but what they change is journaled like what the model's commands
/// change.
final class OwnCommands {
  private static final Duration LONGEST = Duration.ofDays(1);
  private static final int TOLD = 20_000;

  private final Shell shell;
  private final Editing editing;
  private final Path root;
  private final Consumer<String> model;

  /// @param shell without a wall
  /// @param model gets to know what happened with the next prompt
  OwnCommands(Shell shell, Editing editing, Path root, Consumer<String> model) {
    this.shell = shell;
    this.editing = editing;
    this.root = root;
    this.model = model;
  }

  int run(String command, Beside.Sharing sharing, Consumer<String> output)
      throws IOException, InterruptedException {
    // What it changes can be taken back by itself.
    editing.beginPrompt("!" + command);
    CommandWatch watch = editing.watch(new Attribution(Origin.SHELL, "!", null));
    Shell.Finished finished;
    try {
      finished = shell.run(new Shell.Command(command, root, LONGEST).inside(watch.view()), output);
    } finally {
      watch.finish();
    }
    if (sharing == Beside.Sharing.TOLD) {
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
