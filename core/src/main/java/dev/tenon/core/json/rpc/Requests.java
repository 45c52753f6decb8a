package dev.tenon.core.json.rpc;

import dev.tenon.core.json.Json;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// What the other side wants and what it tells. One thread takes it in the order in which it came:
/// notifications are handled there and then, each request gets a thread. Bounded in number and in
/// bytes. Safe for several threads.
final class Requests {
  /// At most so many requests at a time, and as many notifications that wait.
  static final int MOST_REQUESTS = 256;

  private static final int MOST_WAITING = 10_000;
  private static final long MOST_BYTES = 64L << 20;

  /// So long whoever reads waits for room before the other side counts as one that floods.
  private static final long ROOM = 5_000_000_000L;

  private final RpcHandler handler;
  private final Consumer<String> notes;

  /// Whether nobody waits for the answer to a request that was cancelled.
  private final boolean silent;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final ArrayDeque<Item> waiting = new ArrayDeque<>();
  private final Map<Json, Running> running = new HashMap<>();
  private long bytes;
  private long received;
  private long handled;

  /// Requests that are not answered yet; an id can be used again a little earlier.
  private int unanswered;

  private @Nullable Thread taker;
  private boolean closed;

  private sealed interface Item {
    long cost();
  }

  private record Told(Incoming.Notification notification, long cost) implements Item {}

  private record Asked(Running request, long cost) implements Item {}

  /// One request. Its thread is there once its turn has come.
  private static final class Running {
    final Incoming.Request request;
    final Reply reply;
    @Nullable Thread thread;
    boolean cancelled;

    Running(Incoming.Request request, Reply reply) {
      this.request = request;
      this.reply = reply;
    }
  }

  /// Where the outcome of a request goes.
  interface Reply {
    void result(Incoming.Request request, Json result);

    void error(Incoming.Request request, RpcException error);

    /// It needs no answer, or none any more.
    void nothing();
  }

  Requests(PeerSetup setup) {
    this.handler = setup.handler();
    this.notes = setup.notes();
    this.silent = !setup.cancellation().isAnswered();
  }

  /// Answers why it is not taken, or null.
  @Nullable RpcException add(Incoming.Request request, Reply reply, long cost) {
    lock.lock();
    try {
      Json id = key(request.id());
      if (running.containsKey(id)) {
        return new RpcException(
            RpcException.INVALID_REQUEST, "the id " + id.compact() + " is in use");
      }
      if (closed || unanswered >= MOST_REQUESTS || bytes + cost > MOST_BYTES) {
        return new RpcException(RpcException.BUSY, "too many requests are under way");
      }
      var asked = new Running(request, reply);
      running.put(id, asked);
      unanswered++;
      bytes += cost;
      waiting.add(new Asked(asked, cost));
      changed.signalAll();
      return null;
    } finally {
      lock.unlock();
    }
  }

  /// Waits while there are more than can wait, so that the other side is read no faster than it is
  /// heard. Answers false when nothing gets done meanwhile.
  boolean add(Incoming.Notification notification, long cost) {
    lock.lock();
    try {
      long left = ROOM;
      while (!closed && (waiting.size() >= MOST_WAITING || bytes + cost > MOST_BYTES)) {
        if (left <= 0) {
          return false;
        }
        left = changed.awaitNanos(left);
      }
      if (closed) {
        return true;
      }
      received++;
      bytes += cost;
      waiting.add(new Told(notification, cost));
      changed.signalAll();
      return true;
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      return false;
    } finally {
      lock.unlock();
    }
  }

  /// How many notifications have come.
  long received() {
    lock.lock();
    try {
      return received;
    } finally {
      lock.unlock();
    }
  }

  /// Waits until so many notifications were handled, at most so long. The thread that handles them
  /// does not wait for itself.
  void awaitHandled(long count, long nanos) throws InterruptedException {
    long left = nanos;
    lock.lockInterruptibly();
    try {
      while (handled < count && !closed && left > 0 && !Thread.currentThread().equals(taker)) {
        left = changed.awaitNanos(left);
      }
    } finally {
      lock.unlock();
    }
  }

  void cancel(Json id) {
    lock.lock();
    try {
      Running found = running.get(key(id));
      if (found != null) {
        found.cancelled = true;
        if (found.thread != null) {
          found.thread.interrupt();
        }
      }
    } finally {
      lock.unlock();
    }
  }

  /// 1 and 1.0 are the same id, 1 and "1" are not.
  private static Json key(Json id) {
    return id instanceof Json.Num number && number.isWhole() ? Json.of(number.longValue()) : id;
  }

  /// The thread that takes what comes.
  void run() {
    lock.lock();
    try {
      taker = Thread.currentThread();
    } finally {
      lock.unlock();
    }
    try {
      for (Item item = take(); item != null; item = take()) {
        switch (item) {
          case Told told -> {
            tell(told.notification);
            done(told);
          }
          case Asked asked -> begin(asked);
        }
      }
    } catch (InterruptedException stopped) {
      // The connection is closed.
    }
  }

  private @Nullable Item take() throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (waiting.isEmpty() && !closed) {
        changed.await();
      }
      return closed ? null : waiting.poll();
    } finally {
      lock.unlock();
    }
  }

  private void tell(Incoming.Notification told) throws InterruptedException {
    try {
      handler.notification(told.method(), told.params());
    } catch (RpcException refused) {
      notes.accept("notification " + told.method() + ": " + refused.getMessage());
    } catch (RuntimeException | Error bug) {
      // This thread takes all that comes: without it nothing would be answered any more.
      notes.accept("notification " + told.method() + " failed: " + bug);
    }
  }

  private void done(Item item) {
    lock.lock();
    try {
      bytes -= item.cost();
      if (item instanceof Told) {
        handled++;
      } else {
        unanswered--;
      }
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void begin(Asked asked) {
    Running request = asked.request;
    try {
      handler.arrived(request.request.method(), request.request.params());
    } catch (RuntimeException | Error bug) {
      // This thread takes all that comes: without it nothing would be answered any more.
      notes.accept("request " + request.request.method() + " failed: " + bug);
    }
    Thread thread =
        Thread.ofVirtual().name("rpc-" + request.request.method()).unstarted(() -> answer(asked));
    lock.lock();
    try {
      request.thread = thread;
    } finally {
      lock.unlock();
    }
    thread.start();
  }

  private void answer(Asked asked) {
    Incoming.Request request = asked.request.request;
    Json result = null;
    RpcException error = null;
    try {
      if (isCancelled(asked.request)) {
        throw new InterruptedException();
      }
      result = handler.request(request.method(), request.params());
    } catch (RpcException refused) {
      error =
          refused.kind() == RpcException.Kind.ANSWERED
              ? refused
              : new RpcException(RpcException.INTERNAL_ERROR, String.valueOf(refused.getMessage()));
    } catch (InterruptedException stopped) {
      error = new RpcException(RpcException.CANCELLED, "the request was cancelled");
    } catch (RuntimeException | Error bug) {
      notes.accept("request " + request.method() + " failed: " + bug);
      error = new RpcException(RpcException.INTERNAL_ERROR, "an internal error");
    }
    if (error != null) {
      failed(request);
    }
    // Forgotten first, since who has the answer may use the id again.
    forget(asked);
    // What cancelled the request must not cut off its answer.
    boolean ignored = Thread.interrupted();
    if (silent && isCancelled(asked.request)) {
      asked.request.reply.nothing();
    } else if (error != null) {
      asked.request.reply.error(request, error);
    } else if (result != null) {
      asked.request.reply.result(request, result);
      told(request, result);
    }
    done(asked);
  }

  private void failed(Incoming.Request request) {
    try {
      handler.failed(request.method(), request.params());
    } catch (RuntimeException | Error bug) {
      notes.accept("after " + request.method() + " failed: " + bug);
    }
  }

  private void told(Incoming.Request request, Json result) {
    try {
      handler.answered(request.method(), request.params(), result);
    } catch (RuntimeException | Error bug) {
      notes.accept("after the answer to " + request.method() + ": " + bug);
    }
  }

  private boolean isCancelled(Running request) {
    lock.lock();
    try {
      return request.cancelled;
    } finally {
      lock.unlock();
    }
  }

  private void forget(Asked asked) {
    lock.lock();
    try {
      running.remove(key(asked.request.request.id()));
      asked.request.thread = null;
    } finally {
      lock.unlock();
    }
  }

  /// Interrupts whoever is at work; nothing is begun any more.
  void close() {
    List<Running> left;
    lock.lock();
    try {
      closed = true;
      waiting.clear();
      left = new ArrayList<>(running.values());
      if (taker != null && !taker.equals(Thread.currentThread())) {
        taker.interrupt();
      }
      for (Running each : left) {
        each.cancelled = true;
        if (each.thread != null && !each.thread.equals(Thread.currentThread())) {
          each.thread.interrupt();
        }
      }
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /// Waits until nothing is left to do, at most so long.
  void awaitIdle(long nanos) throws InterruptedException {
    long left = nanos;
    lock.lockInterruptibly();
    try {
      while (left > 0 && !closed && (unanswered > 0 || !waiting.isEmpty())) {
        left = changed.awaitNanos(left);
      }
    } finally {
      lock.unlock();
    }
  }
}
