package dev.tenon.server.job;

import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// Stops an attempt that works too long. The time in which it waits for the person does not count.
/// Safe for several threads.
final class Watchdog {
  private final ScheduledExecutorService timer;
  private final boolean bounded;
  private long left;
  private long since;
  private boolean rang;
  private @Nullable ScheduledFuture<?> alarm;
  private @Nullable BooleanSupplier abort;

  /// @param most zero for as long as it likes
  Watchdog(ScheduledExecutorService timer, Duration most) {
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
      alarm = timer.schedule(this::ring, Math.max(0, left), TimeUnit.NANOSECONDS);
    }
  }

  private void disarm() {
    ScheduledFuture<?> set = alarm;
    if (set != null) {
      set.cancel(false);
      left -= System.nanoTime() - since;
      alarm = null;
    }
  }

  private synchronized void ring() {
    // Who was disarmed in the last moment does not ring.
    if (alarm != null && abort != null) {
      rang = abort.getAsBoolean();
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
    disarm();
  }

  private synchronized void resume() {
    arm();
  }

  /// Lets go of the attempt. Answers whether it was stopped.
  synchronized boolean end() {
    disarm();
    abort = null;
    return rang;
  }
}
