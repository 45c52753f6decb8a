package dev.tenon.core.json.rpc;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// What waits to be written. One thread writes, so that no interrupt of a caller can cut a message
/// in half, and a caller whose message waits can always be interrupted. Bounded: whoever wants to
/// send more than the other side reads, waits. Safe for several threads.
final class Outbox {
  private final OutputStream out;
  private final int mostBytes;
  private final Runnable broken;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final ArrayDeque<byte[]> waiting = new ArrayDeque<>();
  private long bytes;
  private boolean writing;
  private boolean closed;

  /// Until then whoever has something to say may wait for room; null for as long as it takes.
  private @Nullable Long latest;

  /// @param mostBytes so much may wait; a single message may be as large
  /// @param broken is told when the other side takes nothing any more
  Outbox(OutputStream out, int mostBytes, Runnable broken) {
    this.out = out;
    this.mostBytes = mostBytes;
    this.broken = broken;
  }

  /// Waits for room, at most so long. Answers whether the message was taken.
  boolean put(byte[] frame, long nanos) throws InterruptedException {
    long left = nanos;
    lock.lockInterruptibly();
    try {
      while (!closed && bytes > 0 && bytes + frame.length > mostBytes) {
        long bound = latest == null ? left : Math.min(left, latest - System.nanoTime());
        if (bound <= 0) {
          return false;
        }
        left -= bound - changed.awaitNanos(bound);
      }
      return add(frame);
    } finally {
      lock.unlock();
    }
  }

  /// Takes the message if there is room now. For what may get lost when the other side reads
  /// nothing.
  boolean offer(byte[] frame) {
    lock.lock();
    try {
      return (bytes == 0 || bytes + frame.length <= mostBytes) && add(frame);
    } finally {
      lock.unlock();
    }
  }

  private boolean add(byte[] frame) {
    if (closed) {
      return false;
    }
    waiting.add(frame);
    bytes += frame.length;
    changed.signalAll();
    return true;
  }

  /// The thread that writes.
  void run() {
    try {
      for (byte[] frame = take(); frame != null; frame = take()) {
        out.write(frame);
        if (isLast()) {
          out.flush();
        }
        written(frame.length);
      }
    } catch (IOException gone) {
      close();
      broken.run();
    } catch (InterruptedException stopped) {
      close();
    }
  }

  private byte @Nullable [] take() throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (waiting.isEmpty() && !closed) {
        changed.await();
      }
      writing = !waiting.isEmpty();
      return waiting.poll();
    } finally {
      lock.unlock();
    }
  }

  private boolean isLast() {
    lock.lock();
    try {
      return waiting.isEmpty();
    } finally {
      lock.unlock();
    }
  }

  private void written(int count) {
    lock.lock();
    try {
      writing = false;
      bytes -= count;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /// The end is near: from now on everybody together waits for room at most so long.
  void hurry(long nanos) {
    lock.lock();
    try {
      latest = System.nanoTime() + nanos;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /// Takes nothing any more and waits until what is there was written, at most so long.
  void finish(long nanos) {
    long deadline = System.nanoTime() + nanos;
    boolean interrupted = false;
    lock.lock();
    try {
      closed = true;
      changed.signalAll();
      while ((writing || !waiting.isEmpty()) && deadline - System.nanoTime() > 0) {
        try {
          if (!changed.await(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
            break;
          }
        } catch (InterruptedException hurry) {
          interrupted = true;
          break;
        }
      }
      waiting.clear();
    } finally {
      lock.unlock();
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  void close() {
    lock.lock();
    try {
      closed = true;
      waiting.clear();
      writing = false;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
