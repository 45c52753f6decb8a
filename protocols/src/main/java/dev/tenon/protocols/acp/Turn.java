package dev.tenon.protocols.acp;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.rpc.RpcException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// One prompt of a session from its arrival to its answer. It runs on a thread of its own, so that
/// a cancelled one is answered soon even if something it waits for takes longer to stop. Safe for
/// several threads.
final class Turn {
  static final String CANCELLED = "cancelled";

  /// So long a cancelled prompt has to stop by itself.
  private static final long PATIENCE_MILLIS = 350;

  private static final long ENDING_SECONDS = 4;

  private final Json params;
  private final AcpSession session;
  private @Nullable Turn before;
  private final CountDownLatch over = new CountDownLatch(1);

  /// Either of the two.
  private final CountDownLatch stirred = new CountDownLatch(1);

  private boolean cancelled;
  private @Nullable Thread worker;
  private @Nullable String reason;
  private @Nullable RpcException failure;
  private @Nullable Throwable bug;
  private boolean answered;

  /// @param params of the request, by which it is known again
  /// @param before the turn before, which may still be ending
  Turn(Json params, AcpSession session, @Nullable Turn before) {
    this.params = params;
    this.session = session;
    this.before = before;
  }

  @SuppressWarnings("ReferenceEquality") // Two prompts may say the same.
  boolean isOf(Json request) {
    return params == request;
  }

  synchronized boolean isAnswered() {
    return answered;
  }

  /// Stops it, whether it has begun or not.
  void cancel() {
    Thread running;
    synchronized (this) {
      cancelled = true;
      running = worker;
    }
    stirred.countDown();
    if (running != null) {
      running.interrupt();
    }
  }

  /// It is answered by now, whether it has begun or not.
  synchronized void dismiss() {
    answered = true;
    if (worker == null) {
      cancelled = true;
      over.countDown();
    }
  }

  /// Waits until it and those before it have really stopped, so that what their commands did is
  /// recorded; at most a few seconds.
  void awaitOver() {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(ENDING_SECONDS);
    try {
      for (@Nullable Turn turn = this; turn != null; turn = turn.earlier()) {
        if (turn.hasBegun()
            && !turn.over.await(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
          session.abandon();
          return;
        }
      }
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized boolean hasBegun() {
    return worker != null;
  }

  private synchronized @Nullable Turn earlier() {
    return before;
  }

  /// Runs it and answers why it stopped. An interrupted caller cancels it.
  String run(List<Json.Obj> blocks) throws RpcException, InterruptedException {
    try {
      begin(blocks);
      await();
    } finally {
      synchronized (this) {
        answered = true;
      }
    }
    return outcome();
  }

  private void begin(List<Json.Obj> blocks) {
    synchronized (this) {
      if (cancelled) {
        over.countDown();
        return;
      }
      worker = Thread.ofVirtual().name("turn").start(() -> work(blocks));
    }
  }

  private void await() throws InterruptedException {
    boolean withdrawn = false;
    try {
      stirred.await();
    } catch (InterruptedException stop) {
      withdrawn = true;
      cancel();
    }
    boolean ended = awaitEnd();
    if (!ended) {
      session.abandon();
    }
    if (withdrawn) {
      throw new InterruptedException();
    }
  }

  private boolean awaitEnd() {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);
    boolean again = false;
    try {
      while (true) {
        try {
          return over.await(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException hurried) {
          again = true;
        }
      }
    } finally {
      if (again) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /// One that was stopped while it waited is over, but those before it may not be.
  private void awaitEarlier() throws InterruptedException {
    for (@Nullable Turn turn = earlier(); turn != null; turn = earlier()) {
      turn.over.await();
      synchronized (this) {
        before = turn.earlier();
      }
    }
  }

  private void work(List<Json.Obj> blocks) {
    try {
      awaitEarlier();
      String ended = session.prompt(blocks);
      synchronized (this) {
        reason = ended;
      }
    } catch (RpcException refused) {
      synchronized (this) {
        failure = refused;
      }
    } catch (InterruptedException stopped) {
      synchronized (this) {
        cancelled = true;
      }
    } catch (RuntimeException | Error broken) {
      synchronized (this) {
        bug = broken;
      }
    } finally {
      over.countDown();
      stirred.countDown();
    }
  }

  private synchronized String outcome() throws RpcException {
    if (cancelled) {
      return CANCELLED;
    }
    if (failure != null) {
      throw failure;
    }
    if (reason == null) {
      throw new IllegalStateException("the prompt broke: " + bug, bug);
    }
    return reason;
  }
}
