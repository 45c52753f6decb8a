package dev.tenon.engine.command;

import dev.tenon.core.exec.shell.GuardedProcess;
import dev.tenon.core.exec.shell.Program;
import dev.tenon.core.exec.shell.Shell;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

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
    GuardedProcess process;
    try {
      process = shell.start(new Program(List.of("/bin/sh", "-c", command), root));
    } catch (IOException refused) {
      return new Answer.Failed("could not be started: " + refused.getMessage());
    }
    try {
      FutureTask<String> out = reading(process.stdout());
      FutureTask<String> err = reading(process.stderr());
      Thread.ofPlatform().daemon().name("status-in").start(() -> feed(process.stdin(), state));
      Answer ended = ended(process);
      // Nobody who holds the pipes is left, so that both come to their end.
      process.end(Duration.ZERO, Duration.ZERO);
      return switch (ended) {
        case Answer.Failed failed -> because(failed, text(err));
        case Answer.Line ignored -> line(text(out));
      };
    } finally {
      process.end(Duration.ZERO, Duration.ZERO);
      process.closePipes();
    }
  }

  private Answer ended(GuardedProcess process) throws InterruptedException {
    try {
      int code = process.exited().get(longest.toMillis(), TimeUnit.MILLISECONDS);
      return code == 0 ? new Answer.Line("") : new Answer.Failed("ended with exit code " + code);
    } catch (TimeoutException tooLong) {
      return new Answer.Failed("did not end within " + longest.toMillis() + " ms");
    } catch (ExecutionException impossible) {
      throw new IllegalStateException(impossible);
    }
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

  private static void feed(OutputStream in, String state) {
    try (in) {
      in.write((state + "\n").getBytes(StandardCharsets.UTF_8));
    } catch (IOException notRead) {
      // Many will not want to know the state.
    }
  }

  private static FutureTask<String> reading(InputStream in) {
    var task = new FutureTask<>(() -> read(in));
    Thread.ofPlatform().daemon().name("status-out").start(task);
    return task;
  }

  /// The beginning; all of the rest is taken too, or the program would wait.
  private static String read(InputStream in) throws IOException {
    var kept = new ByteArrayOutputStream();
    byte[] piece = new byte[8192];
    for (int count = in.read(piece); count >= 0; count = in.read(piece)) {
      kept.write(piece, 0, Math.min(count, MOST - kept.size()));
    }
    return kept.toString(StandardCharsets.UTF_8);
  }

  private static String text(FutureTask<String> reading) throws InterruptedException {
    try {
      return reading.get(LONGEST.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException unreadable) {
      return "";
    }
  }
}
