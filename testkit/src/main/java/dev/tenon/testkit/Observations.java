package dev.tenon.testkit;

import dev.tenon.testkit.wire.Received;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;

/// What the server has seen. Safe for use by many threads.
final class Observations {
  /// A server that runs for days must not remember all of them.
  private static final int KEPT = 10_000;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final ArrayDeque<Received> requests = new ArrayDeque<>();
  private final List<String> problems = new ArrayList<>();
  private final List<String> rejections = new ArrayList<>();
  private int requestCount;
  private int abandoned;

  void request(Received request) {
    change(
        () -> {
          requestCount++;
          requests.add(request);
          if (requests.size() > KEPT) {
            requests.removeFirst();
          }
        });
  }

  void problem(String text) {
    change(() -> problems.add(text));
  }

  void rejection(String text) {
    change(() -> rejections.add(text));
  }

  void abandon() {
    change(() -> abandoned++);
  }

  List<Received> requests() {
    return copy(requests);
  }

  List<String> problems() {
    return copy(problems);
  }

  List<String> rejections() {
    return copy(rejections);
  }

  /// All requests, also those that are no longer kept.
  int requestCount() {
    return number(() -> requestCount);
  }

  int abandoned() {
    return number(() -> abandoned);
  }

  /// Waits for a condition over these observations; an error tells what did not happen.
  void await(BooleanSupplier condition, Duration timeout, String what) throws InterruptedException {
    long left = timeout.toNanos();
    lock.lock();
    try {
      while (!condition.getAsBoolean()) {
        if (left <= 0) {
          throw new AssertionError(
              "waited "
                  + timeout.toMillis()
                  + " ms for "
                  + what
                  + "; seen: "
                  + requests
                  + ", abandoned: "
                  + abandoned
                  + ", problems: "
                  + problems);
        }
        left = changed.awaitNanos(left);
      }
    } finally {
      lock.unlock();
    }
  }

  private void change(Runnable action) {
    lock.lock();
    try {
      action.run();
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private int number(IntSupplier value) {
    lock.lock();
    try {
      return value.getAsInt();
    } finally {
      lock.unlock();
    }
  }

  private <T> List<T> copy(Collection<T> list) {
    lock.lock();
    try {
      return List.copyOf(list);
    } finally {
      lock.unlock();
    }
  }
}
