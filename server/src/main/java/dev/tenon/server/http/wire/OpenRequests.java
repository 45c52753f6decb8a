package dev.tenon.server.http.wire;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/// The requests that are being answered. Those that wait for events are woken when the server is to
/// end; one that cannot be written to because its client does not read is cut off. Safe for several
/// threads.
public final class OpenRequests {
  private static final Duration LOOK = Duration.ofMillis(500);

  private final Set<Request> all = ConcurrentHashMap.newKeySet();
  private final long slowNanos;
  private final Thread watch;
  private volatile boolean refusing;
  private volatile boolean closing;

  public OpenRequests(Duration slowReader) {
    this.slowNanos = slowReader.toNanos();
    this.watch = Thread.ofVirtual().name("slow-readers").start(this::watch);
  }

  /// Where the thread of a request is.
  private enum Place {
    AT_WORK,
    WAITING,
    WRITING
  }

  /// Something that takes a while.
  @FunctionalInterface
  public interface Waiting<T> {
    T get() throws InterruptedException;
  }

  /// One request, on the thread that answers it.
  public final class Request implements AutoCloseable {
    private final ReentrantLock lock = new ReentrantLock();
    private final Thread thread = Thread.currentThread();
    private Place place = Place.AT_WORK;
    private long since;

    private Request() {}

    /// Waits for something that takes a while. The end of the server is an interruption.
    public <T> T await(Waiting<T> waiting) throws InterruptedException {
      enter(Place.WAITING);
      try {
        if (closing) {
          throw new InterruptedException("the server ends");
        }
        return waiting.get();
      } finally {
        enter(Place.AT_WORK);
        if (closing) {
          // A wake-up that came when the wait was just over must not hit the next write.
          Thread.interrupted();
        }
      }
    }

    /// Writes everything or throws, in bounded time.
    public void write(OutputStream out, byte[] bytes) throws IOException {
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

  /// Begins a request on the current thread.
  public Request enter() {
    var request = new Request();
    all.add(request);
    return request;
  }

  /// From now on nobody new is let in.
  public void refuse() {
    refusing = true;
  }

  public boolean isRefusing() {
    return refusing;
  }

  public int size() {
    return all.size();
  }

  private void watch() {
    try {
      while (true) {
        Thread.sleep(LOOK);
        all.forEach(Request::cutOffIfSlow);
      }
    } catch (InterruptedException over) {
      Thread.currentThread().interrupt();
    }
  }

  /// Wakes everyone who waits and gives them a moment to say goodbye.
  public void close(Duration moment) throws InterruptedException {
    refusing = true;
    closing = true;
    watch.interrupt();
    long until = System.nanoTime() + moment.toNanos();
    while (!all.isEmpty() && System.nanoTime() < until) {
      all.forEach(Request::wake);
      Thread.sleep(5);
    }
  }
}
