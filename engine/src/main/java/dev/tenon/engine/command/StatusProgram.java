package dev.tenon.engine.command;

import dev.tenon.core.exec.shell.Program;
import dev.tenon.core.exec.shell.Shell;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// Runs the command that prints the line of state (`statusLine.command`). It is the person's own,
/// like what they type behind a `!`: no wall stands around it, and it does not get the keys of
/// providers. However it behaves, it and all that it started are gone when the answer is there.
public final class StatusProgram {
  /// Who looks at a line of state wants to see the state of now.
  public static final Duration LONGEST = Duration.ofSeconds(1);

  private static final int MOST = 16 * 1024;
  private static final int MOST_REASON = 200;

  private final Shell shell;
  private final Path root;
  private final Duration longest;

  /// @param shell without a wall
  public StatusProgram(Shell shell, Path root) {
    this(shell, root, LONGEST);
  }

  StatusProgram(Shell shell, Path root, Duration longest) {
    this.shell = shell;
    this.root = root;
    this.longest = longest;
  }

  /// What came of asking it.
  public sealed interface Answer {
    /// The first line of what it printed. Nothing in it can control a terminal.
    record Line(String text) implements Answer {}

    /// @param reason why there is no line: a phrase that follows the name of the command
    record Failed(String reason) implements Answer {}
  }

  /// Runs the command once, with the state on its standard input.
  public Answer ask(String command, String state) throws InterruptedException {
    var program = new Program(List.of("/bin/sh", "-c", command), root);
    ProgramRun.Ended ended =
        ProgramRun.of(shell, program, state + "\n", new ProgramRun.Limits(longest, MOST));
    return switch (ended) {
      case ProgramRun.Ended.NotStarted refused ->
          new Answer.Failed("could not be started: " + refused.reason());
      case ProgramRun.Ended.TimedOut late ->
          because(
              new Answer.Failed("did not end within " + longest.toMillis() + " ms"),
              late.err().text());
      case ProgramRun.Ended.Exited exited ->
          exited.code() == 0
              ? line(exited.out().text())
              : because(
                  new Answer.Failed("ended with exit code " + exited.code()), exited.err().text());
    };
  }

  private static Answer because(Answer.Failed failed, String error) {
    String said = firstLine(error).strip();
    if (said.isEmpty() || controls(said)) {
      return failed;
    }
    int length = Math.min(said.length(), MOST_REASON);
    return new Answer.Failed(failed.reason + ": " + said.substring(0, length));
  }

  private static Answer line(String output) {
    String first = firstLine(output);
    if (first.isBlank()) {
      return new Answer.Failed("printed nothing");
    }
    return controls(first)
        ? new Answer.Failed("printed escape codes or other control characters")
        : new Answer.Line(first.stripTrailing());
  }

  private static String firstLine(String output) {
    int end = output.indexOf('\n');
    String line = end < 0 ? output : output.substring(0, end);
    return line.endsWith("\r") ? line.substring(0, line.length() - 1) : line;
  }

  private static boolean controls(String line) {
    for (int i = 0; i < line.length(); i++) {
      if (Character.isISOControl(line.charAt(i)) && line.charAt(i) != '\t') {
        return true;
      }
    }
    return false;
  }
}
