package dev.tenon.core.exec.background;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// One piece of background work and what came of it. Made by [Jobs], whose lock guards its state;
/// every method may be called from any thread.
public final class Job {
  /// So much of the end of the output is kept.
  static final int OUTPUT_LIMIT = 256 * 1024;

  private final String id;
  private final Type type;
  private final String label;
  private final Instant started;
  private final ReentrantLock lock;

  private final StringBuilder output = new StringBuilder();
  private long forgotten;
  private Status status = Status.RUNNING;
  private @Nullable Instant ended;
  private @Nullable String result;
  private @Nullable String error;
  private int watchers;
  private boolean held;
  private boolean acknowledged;

  Job(String id, Type type, String label, Instant started, ReentrantLock lock) {
    this.id = id;
    this.type = type;
    this.label = label;
    this.started = started;
    this.lock = lock;
  }

  /// What kind of work it is.
  public enum Type {
    BASH,
    TASK;

    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /// How it stands. A cancelled job stays cancelled, whatever its work still says.
  public enum Status {
    RUNNING,
    COMPLETED,
    FAILED,
    CANCELLED;

    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /// The work itself. Runs on a virtual thread of its own, gives back its result text, and ends
  /// when it is interrupted.
  @FunctionalInterface
  public interface Work {
    String run(Job job) throws JobFailedException, InterruptedException;
  }

  /// A job as it was at one moment.
  public record Snapshot(
      String id,
      Type type,
      Status status,
      String label,
      Duration took,
      @Nullable String result,
      @Nullable String error) {
    public boolean running() {
      return status == Status.RUNNING;
    }
  }

  /// A piece of the output.
  ///
  /// @param next the cursor of what follows
  /// @param lost characters after the asked cursor that are not kept any more
  public record Output(String text, long next, long lost) {}

  public String id() {
    return id;
  }

  public Status status() {
    lock.lock();
    try {
      return status;
    } finally {
      lock.unlock();
    }
  }

  public boolean running() {
    return status() == Status.RUNNING;
  }

  /// Adds to the output that can be read while the work goes on.
  public void appendOutput(String text) {
    lock.lock();
    try {
      output.append(text);
      if (output.length() > 2 * OUTPUT_LIMIT) {
        int excess = output.length() - OUTPUT_LIMIT;
        output.delete(0, excess);
        forgotten += excess;
      }
    } finally {
      lock.unlock();
    }
  }

  /// The output after this cursor; 0 is the beginning.
  public Output readOutputSince(long cursor) {
    lock.lock();
    try {
      long end = forgotten + output.length();
      long from = Math.clamp(cursor, forgotten, end);
      return new Output(
          output.substring((int) (from - forgotten)), end, from - Math.clamp(cursor, 0, from));
    } finally {
      lock.unlock();
    }
  }

  /// The last line of the output that has something in it, at most so much of its end; empty before
  /// there is one.
  public String lastLine(int most) {
    lock.lock();
    try {
      int end = output.length();
      while (end > 0 && output.charAt(end - 1) <= ' ') {
        end--;
      }
      int begin = end;
      while (begin > 0
          && end - begin < most
          && output.charAt(begin - 1) != '\n'
          && output.charAt(begin - 1) != '\r') {
        begin--;
      }
      return output.substring(begin, end);
    } finally {
      lock.unlock();
    }
  }

  Snapshot snapshot(Instant now) {
    return new Snapshot(
        id,
        type,
        status,
        label,
        Duration.between(started, ended == null ? now : ended),
        result,
        error);
  }

  // What follows is called by Jobs, which holds the lock.

  void cancelled(Instant now) {
    status = Status.CANCELLED;
    ended = now;
  }

  /// Keeps what the work said. Answers whether this was the end of a running job.
  boolean settled(Status how, @Nullable String said, @Nullable String problem, Instant now) {
    result = said;
    error = problem;
    if (status != Status.RUNNING) {
      return false;
    }
    status = how;
    ended = now;
    return true;
  }

  boolean endedBefore(Instant limit) {
    return ended != null && ended.isBefore(limit);
  }

  void watched() {
    watchers++;
  }

  /// Answers whether news was held back that has to be told now.
  boolean unwatched() {
    watchers = Math.max(0, watchers - 1);
    boolean due = watchers == 0 && held && !acknowledged;
    held &= watchers > 0;
    return due;
  }

  void acknowledge() {
    acknowledged = true;
  }

  /// Answers whether the end may be told now; if someone watches, it is held back.
  boolean tells() {
    if (acknowledged) {
      return false;
    }
    held = watchers > 0;
    return !held;
  }
}
