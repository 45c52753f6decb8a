package dev.tenon.server.http;

import dev.tenon.server.job.EventLog;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/// The requests that are being answered. Those that wait for events are woken when the server is to
/// end; one that cannot be written to because its client does not read is cut off. Safe for several
/// threads.
final class Visits {
  private static final Duration LOOK = Duration.ofMillis(500);

  private final Set<Visit> all = ConcurrentHashMap.newKeySet();
  private final long slowNanos;
  private final Thread watch;
  private volatile boolean refusing;
  private volatile boolean closing;

  Visits(Duration slowReader) {
    this.slowNanos = slowReader.toNanos();
    this.watch = Thread.ofVirtual().name("slow-readers").start(this::watch);
  }

  /// Where the thread of a request is.
  private enum Place {
    AT_WORK,
    WAITING,
    WRITING
  }

  /// One request, on the thread that answers it.
  final class Visit implements AutoCloseable {
    private final ReentrantLock lock = new ReentrantLock();
    private final Thread thread = Thread.currentThread();
    private Place place = Place.AT_WORK;
    private long since;

    private Visit() {}

    /// Waits for events after the cursor, at most so long. The end of the server is an
    /// interruption.
    EventLog.Page await(EventLog log, long cursor, Duration most) throws InterruptedException {
      enter(Place.WAITING);
      try {
        if (closing) {
          throw new InterruptedException("the server ends");
        }
        return log.await(cursor, most);
      } finally {
        enter(Place.AT_WORK);
        if (closing) {
          // A wake-up that came when the wait was just over must not hit the next write.
          Thread.interrupted();
        }
      }
    }

    /// Writes everything or throws, in bounded time.
    void write(OutputStream out, byte[] bytes) throws IOException {
      enter(Place.WRITING);
      try {
        out.write(bytes);
        out.flush();
      } finally {
        enter(Place.AT_WORK);
      }
    }

    private void enter(Place next) {
      lock.lock();
      try {
        place = next;
        since = System.nanoTime();
      } finally {
        lock.unlock();
      }
    }

    private void wake() {
      lock.lock();
      try {
        if (place == Place.WAITING) {
          thread.interrupt();
        }
      } finally {
        lock.unlock();
      }
    }

    private void cutOffIfSlow() {
      lock.lock();
      try {
        if (place == Place.WRITING && System.nanoTime() - since > slowNanos) {
          thread.interrupt();
        }
      } finally {
        lock.unlock();
      }
    }

    @Override
    public void close() {
      all.remove(this);
    }
  }

  /// Begins a visit on the current thread.
  Visit enter() {
    var visit = new Visit();
    all.add(visit);
    return visit;
  }

  /// From now on nobody new is let in.
  void refuse() {
    refusing = true;
  }

  boolean isRefusing() {
    return refusing;
  }

  int size() {
    return all.size();
  }

  private void watch() {
    try {
      while (true) {
        Thread.sleep(LOOK);
        all.forEach(Visit::cutOffIfSlow);
      }
    } catch (InterruptedException over) {
      Thread.currentThread().interrupt();
    }
  }

  /// Wakes everyone who waits and gives them a moment to say goodbye.
  void close(Duration moment) throws InterruptedException {
    refusing = true;
    closing = true;
    watch.interrupt();
    long until = System.nanoTime() + moment.toNanos();
    while (!all.isEmpty() && System.nanoTime() < until) {
      all.forEach(Visit::wake);
      Thread.sleep(5);
    }
  }
}
