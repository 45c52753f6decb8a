package dev.tenon.engine.command;

import dev.tenon.core.change.CommandRunner;
import dev.tenon.core.change.Editing;
import dev.tenon.core.change.effects.CommandWatch;
import dev.tenon.core.change.journal.Attribution;
import dev.tenon.core.change.journal.Origin;
import dev.tenon.core.evidence.CheckLog;
import dev.tenon.core.exec.shell.Shell;
import dev.tenon.core.session.EntryText;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Runs the commands that a person types behind a `!`. They are the person's own: nothing is asked,
/// and no wall stands around them; but what they change is journaled like what the model's commands
/// change.
public final class OwnCommands {
  private static final Duration LONGEST = Duration.ofDays(1);

  private final CommandRunner runner;
  private final Editing editing;
  private final Path root;
  private final Consumer<String> model;
  private final Set<String> hidden;

  /// @param shell without a wall
  /// @param model gets to know what happened with the next prompt
  /// @param hidden variables that no command gets
  public OwnCommands(
      Shell shell, Editing editing, Path root, Consumer<String> model, Set<String> hidden) {
    this(shell, editing, root, model, hidden, null);
  }

  /// @param checks gets a check for each command; null for none
  public OwnCommands(
      Shell shell,
      Editing editing,
      Path root,
      Consumer<String> model,
      Set<String> hidden,
      @Nullable CheckLog checks) {
    this.runner = new CommandRunner(shell, checks);
    this.editing = editing;
    this.root = root;
    this.model = model;
    this.hidden = Set.copyOf(hidden);
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
    Shell.Finished finished = finished(command, sharing, output);
    return switch (finished.ending()) {
      case EXITED -> finished.exitCode();
      case TIMED_OUT -> throw new IOException("it was stopped after " + LONGEST.toHours() + " h");
      case CANCELLED -> throw new InterruptedException("the command was stopped");
    };
  }

  /// The same, with everything that is known of its end. Interruption stops the command, and is an
  /// end like others.
  public Shell.Finished finished(String command, Sharing sharing, Consumer<String> output)
      throws IOException, InterruptedException {
    // What it changes can be taken back by itself.
    editing.beginPrompt("!" + command);
    return besidePrompt(command, sharing, output);
  }

  /// The same while a prompt runs, to which what it changes then belongs.
  public Shell.Finished besidePrompt(String command, Sharing sharing, Consumer<String> output)
      throws IOException, InterruptedException {
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
    return finished;
  }

  /// Runs a command that has the terminal of the program, with its keys and its screen: an editor,
  /// a pager, whatever asks for a password. What it shows is not captured; what it changes is
  /// journaled. Answers its exit code.
  public int runAtTerminal(String command, Sharing sharing)
      throws IOException, InterruptedException {
    editing.beginPrompt("!" + command);
    CommandWatch watch = editing.watch(new Attribution(Origin.SHELL, "!", null));
    int code;
    try {
      var builder =
          new ProcessBuilder("/bin/sh", "-c", command)
              .directory(runner.shell().folder().orElse(root).toFile());
      builder.environment().keySet().removeAll(hidden);
      Process process = builder.inheritIO().start();
      code = ended(process);
    } finally {
      watch.finish();
    }
    if (sharing == Sharing.TOLD) {
      model.accept(
          EntryText.ownCommand(
              command,
              "exit code " + code,
              "(it had the terminal to itself; what it showed is not known)"));
    }
    return code;
  }

  /// It has the terminal as long as it lives, so that nothing else can be done before its end.
  private static int ended(Process process) throws InterruptedException {
    try {
      return process.waitFor();
    } catch (InterruptedException stopped) {
      process.destroy();
      process.waitFor();
      throw stopped;
    }
  }

  private static String told(String command, Shell.Finished finished) {
    String ending =
        switch (finished.ending()) {
          case EXITED -> "exit code " + finished.exitCode();
          case TIMED_OUT, CANCELLED -> "stopped";
        };
    return EntryText.ownCommand(command, ending, finished.output());
  }
}
