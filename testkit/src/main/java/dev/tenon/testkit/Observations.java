package dev.tenon.testkit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/// What the server has seen. Safe for use by many threads.
final class Observations {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final List<Received> requests = new ArrayList<>();
  private final List<String> problems = new ArrayList<>();
  private final List<String> rejections = new ArrayList<>();
  private int abandoned;

  void request(Received request) {
    change(() -> requests.add(request));
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

  int abandoned() {
    lock.lock();
    try {
      return abandoned;
    } finally {
      lock.unlock();
    }
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

  void clear() {
    change(
        () -> {
          requests.clear();
          problems.clear();
          rejections.clear();
          abandoned = 0;
        });
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

  private <T> List<T> copy(List<T> list) {
    lock.lock();
    try {
      return List.copyOf(list);
    } finally {
      lock.unlock();
    }
  }
}
