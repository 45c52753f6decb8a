package dev.tenon.core.exec.shell;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A program that runs until it is ended, with all that commands have around them: mark, session,
/// confinement, withheld variables and watchdog. Its streams are pipes of our own, so a write or a
/// read that blocks ends when its thread is interrupted, which closes that stream, or when the
/// stream is closed. Safe for several threads.
public final class GuardedProcess {
  private final Program program;
  private final Shell.Setup setup;
  private final Consumer<ProcessTree> forget;
  private final NamedPipes.Lent in;
  private final NamedPipes.Lent out;
  private final NamedPipes.Lent err;
  private final AtomicBoolean ended = new AtomicBoolean();
  private @Nullable ProcessTree tree;
  private volatile List<String> notes = List.of();

  GuardedProcess(Program program, Shell.Setup setup, NamedPipes pipes, Consumer<ProcessTree> forget)
      throws IOException {
    this.program = program;
    this.setup = setup;
    this.forget = forget;
    this.in = pipes.lend(StandardOpenOption.WRITE);
    this.out = pipes.lend();
    this.err = pipes.lend();
  }

  ProcessTree start(String mark) throws IOException {
    program.check(searchPath());
    ProcessBuilder builder = CommandProcessBuilder.of(program, setup, mark);
    builder.redirectInput(in.source());
    builder.redirectOutput(out.redirect());
    builder.redirectError(err.redirect());
    try {
      Process process = builder.start();
      for (NamedPipes.Lent pipe : List.of(in, out, err)) {
        pipe.started();
        pipe.discard();
      }
      var started = new ProcessTree(process, mark);
      tree = started;
      return started;
    } catch (IOException refused) {
      lookAfterwards(-1);
      throw refused;
    }
  }

  private String searchPath() {
    String own = program.environment().get("PATH");
    if (own != null) {
      return own;
    }
    String inherited = System.getenv("PATH");
    return inherited != null && setup.variables().passes("PATH", inherited)
        ? inherited
        : "/usr/bin:/bin";
  }

  /// A confinement that was put around something is told when that is over.
  private void lookAfterwards(int exitCode) {
    notes = List.copyOf(setup.confinement().afterwards(exitCode, "", program.reach()));
  }

  /// What there is to say once it has ended, such as what it left where it should not have.
  public List<String> notes() {
    return notes;
  }

  private ProcessTree tree() {
    ProcessTree started = tree;
    if (started == null) {
      throw new IllegalStateException("the program was not started");
    }
    return started;
  }

  /// What the program reads. Not buffered.
  public OutputStream stdin() {
    return new ChannelOutput(in.channel());
  }

  /// What the program prints. Not buffered.
  public InputStream stdout() {
    return new ChannelInput(out.channel());
  }

  public InputStream stderr() {
    return new ChannelInput(err.channel());
  }

  public long pid() {
    return tree().leader().pid();
  }

  public boolean isAlive() {
    return tree().leader().isAlive();
  }

  /// Waits for the end of the program, whatever becomes of processes that it started. Answers its
  /// exit code. A future of the JDK is not given: it would be completed by a pool that whoever
  /// embeds this may have blocked.
  public int waitFor() throws InterruptedException {
    return tree().leader().waitFor();
  }

  /// The same for so long at most; empty when it still runs.
  public OptionalInt waitFor(Duration longest) throws InterruptedException {
    Process leader = tree().leader();
    return leader.waitFor(longest.toNanos(), TimeUnit.NANOSECONDS)
        ? OptionalInt.of(leader.exitValue())
        : OptionalInt.empty();
  }

  /// Ends the program and everything that it started: closes what it reads, asks it to end, kills
  /// it. Once it has returned, nobody is left whom this program may end. An interrupt shortens it,
  /// and is kept.
  ///
  /// @param patience how long the end of its input is given to be noticed
  /// @param grace how long the request to end is
  public void end(Duration patience, Duration grace) {
    if (!ended.compareAndSet(false, true)) {
      return;
    }
    close(in);
    try {
      if (patience.isZero() || !tree().goes(patience.toNanos())) {
        ProcessTree.end(List.of(tree()), grace);
      }
    } catch (InterruptedException hurry) {
      ProcessTree.end(List.of(tree()), Duration.ZERO);
      Thread.currentThread().interrupt();
    }
    forget.accept(tree());
    Process leader = tree().leader();
    lookAfterwards(leader.isAlive() ? -1 : leader.exitValue());
  }

  /// Ends everything that is still there when the program itself is over.
  public void endRest(Duration grace) {
    ProcessTree.end(List.of(tree()), grace);
  }

  /// Closes our ends of its streams.
  public void closePipes() {
    List.of(in, out, err).forEach(GuardedProcess::close);
  }

  private static void close(NamedPipes.Lent pipe) {
    pipe.discard();
    try {
      pipe.close();
    } catch (IOException gone) {
      // It is closed either way.
    }
  }
}
