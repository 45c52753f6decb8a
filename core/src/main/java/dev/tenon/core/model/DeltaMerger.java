package dev.tenon.core.model;

import java.util.ArrayDeque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Stands between a fast stream and a slow consumer: events are handed over on a thread of their
/// own, deltas of the same block that wait are merged, and the consumer sees at most about one
/// delta every 50 ms. Nothing is lost or reordered; an event that is no delta flushes what waits.
///
/// One producer at a time. [#close] delivers everything and ends the thread.
public final class DeltaMerger<E> implements AutoCloseable, Consumer<E> {
  private static final long TICK_NANOS = 50_000_000;

  /// A merged delta does not grow beyond this, so that a stalled consumer costs no quadratic
  /// copying.
  private static final int MAX_MERGED = 16_384;

  /// Joins two neighbouring events to one, or answers null when they must stay apart.
  @FunctionalInterface
  public interface Merge<E> {
    @Nullable E merge(E first, E second);
  }

  private final Consumer<? super E> consumer;
  private final Merge<E> merge;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final ArrayDeque<E> waiting = new ArrayDeque<>();
  private final Thread deliverer;

  /// Whether something waits that must not be held back.
  private boolean urgent;

  private boolean closed;
  private @Nullable RuntimeException failure;

  public DeltaMerger(Consumer<? super E> consumer, Merge<E> merge) {
    this.consumer = consumer;
    this.merge = merge;
    this.deliverer = Thread.ofVirtual().name("delta-merger").start(this::deliver);
  }

  /// Two neighbouring deltas of the same kind and block as one, otherwise null.
  public static @Nullable ModelEvent mergeDeltas(ModelEvent first, ModelEvent second) {
    if (first instanceof ModelEvent.Delta a
        && second instanceof ModelEvent.Delta b
        && a.getClass() == b.getClass()
        && a.index() == b.index()
        && a.text().length() < MAX_MERGED) {
      return a.merge(b.text());
    }
    return null;
  }

  @Override
  public void accept(E event) {
    lock.lock();
    try {
      if (closed) {
        throw new IllegalStateException("the merger is closed");
      }
      E last = waiting.peekLast();
      E joined = last == null ? null : merge.merge(last, event);
      if (joined != null) {
        waiting.removeLast();
        waiting.addLast(joined);
      } else {
        waiting.addLast(event);
        urgent |= merge.merge(event, event) == null;
      }
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void deliver() {
    long last = System.nanoTime() - TICK_NANOS;
    while (true) {
      E next = take(last);
      if (next == null) {
        return;
      }
      try {
        consumer.accept(next);
      } catch (RuntimeException broken) {
        failure = broken;
        return;
      } catch (Error broken) {
        failure = new IllegalStateException("events could not be delivered: " + broken, broken);
        return;
      }
      last = System.nanoTime();
    }
  }

  private @Nullable E take(long last) {
    lock.lock();
    try {
      while (true) {
        if (waiting.isEmpty()) {
          if (closed) {
            return null;
          }
          changed.awaitUninterruptibly();
          continue;
        }
        long early = last + TICK_NANOS - System.nanoTime();
        if (urgent || closed || waiting.size() > 1 || early <= 0) {
          E next = waiting.removeFirst();
          if (waiting.isEmpty()) {
            urgent = false;
          }
          return next;
        }
        try {
          changed.awaitNanos(early);
        } catch (InterruptedException stray) {
          // Nobody interrupts this thread; if someone does, deliver at once rather than lose an
          // event.
          urgent = true;
        }
      }
    } finally {
      lock.unlock();
    }
  }

  /// Delivers what waits and ends. Throws what the consumer threw.
  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    boolean interrupted = false;
    while (true) {
      try {
        deliverer.join();
        break;
      } catch (InterruptedException again) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    if (failure != null) {
      throw failure;
    }
  }
}
