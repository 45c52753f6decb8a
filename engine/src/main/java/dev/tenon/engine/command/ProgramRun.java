package dev.tenon.engine.command;

import dev.tenon.core.exec.shell.GuardedProcess;
import dev.tenon.core.exec.shell.Program;
import dev.tenon.core.exec.shell.Shell;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Runs a program to its end: a text on its standard input, both outputs taken apart and bounded, a
/// limit of time. However it behaves, it and all that it started are gone when the answer is there,
/// also after an interrupt.
public final class ProgramRun {
  /// How long the end of an output is waited for when nobody is left who could write it.
  private static final Duration LAST_WORDS = Duration.ofSeconds(1);

  private ProgramRun() {}

  /// @param longest how long it may take
  /// @param bytes so much of each output is kept
  public record Limits(Duration longest, int bytes) {}

  /// How it ended.
  public sealed interface Ended {
    /// By itself, or killed by somebody else.
    record Exited(int code, Output out, Output err) implements Ended {}

    /// Its time was up.
    record TimedOut(Output err) implements Ended {}

    /// It did not begin.
    record NotStarted(String reason) implements Ended {}
  }

  /// What it printed.
  ///
  /// @param text the beginning
  /// @param cut whether there was more
  public record Output(String text, boolean cut) {}

  /// @param input what it may read; many will not want to
  public static Ended of(Shell shell, Program program, String input, Limits limits)
      throws InterruptedException {
    GuardedProcess process;
    try {
      process = shell.start(program);
    } catch (IOException refused) {
      return new Ended.NotStarted(String.valueOf(refused.getMessage()));
    }
    try {
      FutureTask<Output> out = reading(process.stdout(), limits.bytes());
      FutureTask<Output> err = reading(process.stderr(), limits.bytes());
      Thread.ofPlatform().daemon().name("program-in").start(() -> feed(process.stdin(), input));
      OptionalInt code = process.waitFor(limits.longest());
      // Nobody who holds the pipes is left, so that both come to their end.
      process.end(Duration.ZERO, Duration.ZERO);
      return code.isPresent()
          ? new Ended.Exited(code.getAsInt(), text(out), text(err))
          : new Ended.TimedOut(text(err));
    } finally {
      process.end(Duration.ZERO, Duration.ZERO);
      process.closePipes();
    }
  }

  private static void feed(OutputStream in, String input) {
    try (in) {
      in.write(input.getBytes(StandardCharsets.UTF_8));
    } catch (IOException notRead) {
      // Many will not want to know it.
    }
  }

  private static FutureTask<Output> reading(InputStream in, int most) {
    var task = new FutureTask<>(() -> read(in, most));
    Thread.ofPlatform().daemon().name("program-out").start(task);
    return task;
  }

  /// The beginning; all of the rest is taken too, or the program would wait.
  private static Output read(InputStream in, int most) throws IOException {
    var kept = new ByteArrayOutputStream();
    boolean cut = false;
    byte[] piece = new byte[8192];
    for (int count = in.read(piece); count >= 0; count = in.read(piece)) {
      int room = most - kept.size();
      cut |= count > room;
      kept.write(piece, 0, Math.min(count, room));
    }
    return new Output(kept.toString(StandardCharsets.UTF_8), cut);
  }

  private static Output text(FutureTask<Output> reading) throws InterruptedException {
    try {
      return reading.get(LAST_WORDS.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException unreadable) {
      return new Output("", true);
    }
  }
}
