package dev.tenon.core.exec.shell;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// One command on its way. A thread of its own takes the output as fast as it comes; the calling
/// thread hands parts of it on, watches the clock, and in the end sees to it that nobody is left.
final class Execution implements AutoCloseable {
  /// Output of background children that comes so long after the exit still counts.
  private static final long DRAIN = 300_000_000L;

  /// Between two pieces for the face: short enough to look live, long enough to be few.
  private static final long BEAT = 25_000_000L;

  /// How late the exit of a command is seen when a child of it holds the pipe.
  private static final long LOOK = 100_000_000L;

  private static final long LAST_BYTES = 2_000_000_000L;
  private static final int CHUNK = 64 * 1024;
  private static final int MOST_STATE = 512 * 1024;

  private final Shell.Command command;
  private final Shell.Setup setup;
  private final NamedPipes pipes;
  private final NamedPipes.Lent pipe;
  private final OutputBuffer spool;
  private final @Nullable TerminalText kept;
  private final @Nullable TerminalText shown;
  private final LiveText live = new LiveText();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition news = lock.newCondition();
  private final long begun = System.nanoTime();

  private NamedPipes.@Nullable Lent statePipe;
  private @Nullable Thread reader;
  private @Nullable Thread stateReader;
  private volatile byte[] state = {};
  private volatile boolean stateCutOff;
  private boolean allGone;
  private boolean outputEnded;
  private volatile boolean cutOff;

  Execution(Shell.Command command, Shell.Setup setup, NamedPipes pipes) throws IOException {
    this.command = command;
    this.setup = setup;
    this.pipes = pipes;
    this.spool = new OutputBuffer(setup.shownBytes(), setup.artifacts());
    boolean terminal = command.terminal().isPresent();
    this.kept = terminal ? new TerminalText(TerminalText.Lines.FINISHED) : null;
    this.shown = terminal ? new TerminalText(TerminalText.Lines.AS_THEY_COME) : null;
    this.pipe = pipes.lend();
  }

  ProcessTree start(String mark, @Nullable ShellState shellState) throws IOException {
    ProcessBuilder builder = new CommandProcessBuilder(command, setup, mark).builder(shellState);
    builder.redirectOutput(pipe.redirect());
    if (shellState == null) {
      builder.redirectErrorStream(true);
    } else {
      statePipe = pipes.lend();
      builder.redirectError(statePipe.redirect());
    }
    Process process = builder.start();
    pipe.started();
    reader = Thread.ofPlatform().daemon().name("shell-output").start(this::read);
    NamedPipes.Lent second = statePipe;
    if (second != null) {
      second.started();
      stateReader =
          Thread.ofPlatform().daemon().name("shell-state").start(() -> readState(second.channel()));
    }
    return new ProcessTree(process, mark);
  }

  // ---- the thread that reads

  private void read() {
    ByteBuffer buffer = ByteBuffer.allocateDirect(CHUNK);
    try {
      FileChannel channel = pipe.channel();
      while (channel.read(buffer) >= 0) {
        buffer.flip();
        show(shown == null ? buffer.duplicate() : shown.clean(buffer.duplicate()));
        spool.add(kept == null ? buffer : kept.clean(buffer));
        buffer.clear();
      }
    } catch (IOException interrupted) {
      // Somebody whom we may not end holds the pipe: what is there by now is the output.
      cutOff = true;
    } finally {
      if (kept != null) {
        spool.add(kept.rest());
      }
      lock.lock();
      try {
        outputEnded = true;
        news.signalAll();
      } finally {
        lock.unlock();
      }
    }
  }

  private void show(ByteBuffer text) {
    if (!text.hasRemaining()) {
      return;
    }
    lock.lock();
    try {
      boolean first = live.isEmpty();
      live.add(text);
      if (first) {
        news.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  private void readState(FileChannel channel) {
    ByteBuffer buffer = ByteBuffer.allocate(MOST_STATE);
    try {
      while (channel.read(buffer) >= 0) {
        state = Arrays.copyOf(buffer.array(), buffer.position());
        if (!buffer.hasRemaining()) {
          // More than any state: it is dropped, but whoever writes must not block.
          state = new byte[0];
          buffer.clear();
        }
      }
    } catch (IOException interrupted) {
      // The state is complete when its end mark is there; nobody waits for the end of the pipe.
      stateCutOff = true;
    }
  }

  // ---- the calling thread

  Shell.Finished follow(ProcessTree tree, Consumer<String> progress) {
    Shell.Ending ending = Shell.Ending.CANCELLED;
    ProcessTree.Left left = ProcessTree.Left.NOBODY;
    try {
      ending = await(tree, progress);
    } catch (InterruptedException stopped) {
      // The interrupt is used up: the answer says that the command was cancelled.
    } finally {
      if (!allGone) {
        left = ProcessTree.end(List.of(tree), setup.grace());
      }
      awaitOutput();
    }
    deliver(progress, LiveText.Take.ALL);
    int code = ending == Shell.Ending.EXITED ? tree.leader().exitValue() : -1;
    var notes = new ArrayList<String>();
    if (ending == Shell.Ending.EXITED && left.ended() > 0) {
      notes.add(
          left.ended() == 1
              ? "a process left in the background was ended"
              : left.ended() + " processes left in the background were ended");
    }
    if (!left.alive().isEmpty()) {
      notes.add("these processes could not be ended: " + left.alive());
    }
    String early = ShellState.beforeBegin(state);
    if (!early.isBlank()) {
      notes.add(early.strip());
    }
    OutputBuffer.Kept kept = spool.finish();
    notes.addAll(setup.confinement().afterwards(code, kept.text(), command.reach()));
    return new Shell.Finished(
        ending,
        code,
        kept.text(),
        kept.bytes(),
        kept.artifact(),
        Duration.ofNanos(System.nanoTime() - begun),
        notes,
        setup.confinement().need(code, kept.text(), command.reach()));
  }

  private Shell.Ending await(ProcessTree tree, Consumer<String> progress)
      throws InterruptedException {
    Process leader = tree.leader();
    long deadline = command.timeout().toNanos();
    long exited = -1;
    long delivered = -BEAT;
    while (true) {
      boolean ended = ended();
      long now = System.nanoTime() - begun;
      boolean due = ended || now - delivered >= BEAT;
      if (due && deliver(progress, LiveText.Take.WHOLE_CHARACTERS)) {
        now = System.nanoTime() - begun;
        delivered = now;
      }
      if (!leader.isAlive()) {
        exited = exited < 0 ? now : exited;
        if (ended || now - exited >= DRAIN) {
          // Whoever only has to finish, such as the end of a pipeline, may.
          allGone = tree.goes(exited + DRAIN - now);
          return Shell.Ending.EXITED;
        }
      } else if (now >= deadline) {
        return Shell.Ending.TIMED_OUT;
      }
      long until = exited < 0 ? deadline : exited + DRAIN;
      if (ended) {
        leader.waitFor(Math.max(1, until - now), TimeUnit.NANOSECONDS);
      } else {
        sleep(until - now, BEAT - (now - delivered));
      }
    }
  }

  /// Sleeps until there is output, or the next beat if there is some already, or the time has come
  /// to look whether the command has exited. Waking up too early does no harm.
  @SuppressWarnings("WaitNotInLoop")
  private void sleep(long atMost, long untilBeat) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      long nanos = Math.min(atMost, live.isEmpty() ? LOOK : untilBeat);
      boolean quiet = live.isEmpty();
      while (!outputEnded && nanos > 0 && live.isEmpty() == quiet) {
        nanos = news.awaitNanos(nanos);
      }
    } finally {
      lock.unlock();
    }
  }

  private boolean ended() {
    lock.lock();
    try {
      return outputEnded;
    } finally {
      lock.unlock();
    }
  }

  /// Hands on what waits. Answers whether something waited.
  private boolean deliver(Consumer<String> progress, LiveText.Take how) {
    boolean waited;
    String text;
    lock.lock();
    try {
      waited = !live.isEmpty();
      text = live.take(how);
    } finally {
      lock.unlock();
    }
    if (!text.isEmpty()) {
      progress.accept(text);
    }
    return waited;
  }

  /// Waits until the reader has everything. Nobody writes any more, so that takes no time, unless
  /// there is somebody whom we may not end.
  private void awaitOutput() {
    finish(reader);
    finish(stateReader);
    if (!cutOff) {
      pipe.giveBack();
    }
    NamedPipes.Lent second = statePipe;
    if (second != null && !stateCutOff) {
      second.giveBack();
    }
  }

  private static void finish(@Nullable Thread thread) {
    if (thread == null) {
      return;
    }
    if (!join(thread)) {
      thread.interrupt();
      join(thread);
    }
  }

  /// Joins without being interrupted, but remembers that somebody tried.
  private static boolean join(Thread thread) {
    boolean interrupted = false;
    long deadline = System.nanoTime() + LAST_BYTES;
    try {
      while (true) {
        try {
          return thread.join(Duration.ofNanos(Math.max(1, deadline - System.nanoTime())));
        } catch (InterruptedException later) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /// What the command left in the channel for its state.
  byte[] remembered() {
    return state;
  }

  @Override
  public void close() throws IOException {
    pipe.close();
    NamedPipes.Lent second = statePipe;
    if (second != null) {
      second.close();
    }
    spool.close();
  }
}
