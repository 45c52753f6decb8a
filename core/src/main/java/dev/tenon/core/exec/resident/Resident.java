package dev.tenon.core.exec.resident;

import dev.tenon.core.exec.shell.GuardedProcess;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/// A program that lives longer than a call. Its owner writes to it and reads from it; what it
/// prints to standard error is kept in a ring. What it does not read, or nobody reads of it, waits
/// in the pipe of the kernel and takes no memory here. When it is over, so are the processes that
/// it started. Safe for several threads.
///
/// A thread that is blocked in one of the streams and interrupted gets an [IOException] at once;
/// that stream is closed then.
public final class Resident implements AutoCloseable {
  /// How long the end of its input is given to be noticed, and then the request to end. Together
  /// with the kill, an end takes less than two seconds.
  private static final Duration PATIENCE = Duration.ofMillis(400);

  private static final Duration GRACE = Duration.ofMillis(900);

  /// For processes that a program leaves behind.
  private static final Duration REST = Duration.ofMillis(200);

  /// A program whose streams have ended is given so long to end itself before it is described.
  private static final long LAST_BREATH = 400_000_000L;

  private static final int TAIL_LINES = 10;
  private static final int CHUNK = 8 * 1024;

  private final String name;
  private final GuardedProcess process;
  private final UnaryOperator<String> mask;
  private final Consumer<Resident> forget;
  private final StderrRing stderr = new StderrRing();
  private final CompletableFuture<Integer> exit = new CompletableFuture<>();
  private final Thread stderrReader;
  private final AtomicBoolean closed = new AtomicBoolean();

  Resident(
      String name, GuardedProcess process, UnaryOperator<String> mask, Consumer<Resident> forget) {
    this.name = name;
    this.process = process;
    this.mask = mask;
    this.forget = forget;
    this.stderrReader =
        Thread.ofPlatform().daemon().name("resident-stderr").start(this::readStderr);
    Thread.ofVirtual().name("resident-exit").start(this::watch);
  }

  private void readStderr() {
    byte[] chunk = new byte[CHUNK];
    try (InputStream in = process.stderr()) {
      for (int count = in.read(chunk); count >= 0; count = in.read(chunk)) {
        stderr.add(chunk, count);
      }
    } catch (IOException over) {
      // Closed with the program.
    }
  }

  /// Whoever holds the pipes of a program that is over would keep its owner waiting.
  private void watch() {
    try {
      exit.complete(process.waitFor());
    } catch (InterruptedException impossible) {
      // Nobody else knows this thread.
      throw new IllegalStateException(impossible);
    }
    process.endRest(REST);
    process.end(Duration.ZERO, Duration.ZERO);
    forget.accept(this);
  }

  /// What messages to people call it.
  public String name() {
    return name;
  }

  public long pid() {
    return process.pid();
  }

  /// What the program reads. A write blocks while its pipe is full, and fails when it is over.
  public OutputStream stdin() {
    return process.stdin();
  }

  /// What the program prints. It ends when the program is over.
  public InputStream stdout() {
    return process.stdout();
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /// Empty while it lives.
  public OptionalInt exitCode() {
    return exit.isDone() ? OptionalInt.of(exit.join()) : OptionalInt.empty();
  }

  /// Waits until it is over, at most so long. Answers whether it is.
  public boolean awaitExit(Duration limit) throws InterruptedException {
    try {
      exit.get(limit.toNanos(), TimeUnit.NANOSECONDS);
      return true;
    } catch (TimeoutException living) {
      return false;
    } catch (ExecutionException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /// All that is kept of what it printed to standard error, without secrets.
  public String stderr() {
    return mask.apply(stderr.text());
  }

  /// The last lines of that, for a message; empty when it has said nothing.
  public String lastSaid() {
    return StderrRing.tail(stderr(), TAIL_LINES);
  }

  /// What there is to say once it has ended, such as what the confinement found it to have left.
  public List<String> notes() {
    return process.notes();
  }

  /// How it ended and what it said last, in words for an error. Waits a moment for a program that
  /// is about to end.
  public String epitaph() {
    String how;
    try {
      long limit = closed.get() ? 1 : LAST_BREATH;
      how = ending(exit.get(limit, TimeUnit.NANOSECONDS));
      stderrReader.join(Duration.ofNanos(limit));
    } catch (TimeoutException living) {
      how = "it still runs";
    } catch (ExecutionException impossible) {
      throw new IllegalStateException(impossible);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      how = "it may still run";
    }
    String tail = lastSaid();
    return tail.isEmpty() ? how : how + "; it last said:\n" + tail;
  }

  private static String ending(int code) {
    if (code <= 128 || code > 192) {
      return "it ended with exit code " + code;
    }
    int signal = code - 128;
    return "it was ended by signal "
        + signal
        + switch (signal) {
          case 6 -> " (abort)";
          case 9 -> " (kill)";
          case 11 -> " (segmentation fault)";
          case 15 -> " (terminate)";
          default -> "";
        };
  }

  /// Ends it with everything that it started: closes its input, asks it to end, kills it. Takes
  /// less than two seconds.
  @Override
  public void close() {
    end(PATIENCE, GRACE);
  }

  /// The same with other times: for its input to be noticed as closed, and for the request to end.
  public void close(Duration patience, Duration grace) {
    end(patience, grace);
  }

  /// Ends it at once.
  public void kill() {
    end(Duration.ZERO, Duration.ZERO);
  }

  private void end(Duration patience, Duration grace) {
    if (closed.compareAndSet(false, true)) {
      process.end(patience, grace);
      process.closePipes();
      awaitExitCode();
      forget.accept(this);
    }
  }

  /// It has ended; the JVM learns its exit code a moment later.
  private void awaitExitCode() {
    try {
      exit.get(LAST_BREATH, TimeUnit.NANOSECONDS);
    } catch (TimeoutException | ExecutionException unknown) {
      // Somebody whom we may not end. Nothing depends on it.
    } catch (InterruptedException hurry) {
      Thread.currentThread().interrupt();
    }
  }
}
