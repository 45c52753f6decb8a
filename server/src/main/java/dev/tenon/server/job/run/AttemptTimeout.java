package dev.tenon.server.job.run;

import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// Stops an attempt that works too long. The time in which it waits for the person does not count.
/// Safe for several threads.
final class AttemptTimeout {
  private final ScheduledExecutorService timer;
  private final boolean bounded;
  private long left;
  private long since;
  private boolean expired;
  private @Nullable ScheduledFuture<?> scheduled;
  private @Nullable BooleanSupplier abort;

  /// @param most zero for as long as it likes
  AttemptTimeout(ScheduledExecutorService timer, Duration most) {
    this.timer = timer;
    this.bounded = !most.isZero();
    this.left = most.toNanos();
  }

  /// @param stop ends the attempt, and answers whether there was something to end
  synchronized void start(BooleanSupplier stop) {
    abort = stop;
    arm();
  }

  private void arm() {
    if (bounded && abort != null) {
      since = System.nanoTime();
      scheduled = timer.schedule(this::expire, Math.max(0, left), TimeUnit.NANOSECONDS);
    }
  }

  private void suspend() {
    ScheduledFuture<?> set = scheduled;
    if (set != null) {
      set.cancel(false);
      left -= System.nanoTime() - since;
      scheduled = null;
    }
  }

  private synchronized void expire() {
    // Who was suspended in the last moment does not expire.
    if (scheduled != null && abort != null) {
      expired = abort.getAsBoolean();
    }
  }

  /// Something that takes the person's time.
  @FunctionalInterface
  interface Waiting<T> {
    T get() throws InterruptedException;
  }

  <T> T paused(Waiting<T> waiting) throws InterruptedException {
    pause();
    try {
      return waiting.get();
    } finally {
      resume();
    }
  }

  private synchronized void pause() {
    suspend();
  }

  private synchronized void resume() {
    arm();
  }

  /// Lets go of the attempt. Answers whether it was stopped.
  synchronized boolean end() {
    suspend();
    abort = null;
    return expired;
  }
}
