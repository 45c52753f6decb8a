package dev.tenon.server.job.run;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/// Lets jobs run in the order they came, a bounded number at a time and one of each session. A
/// place is reserved before a job exists, so that a job that exists always has one.
final class JobQueue {
  private final ReentrantLock lock = new ReentrantLock();
  private final Deque<Waiting> waiting = new ArrayDeque<>();
  private final Map<String, Thread> running = new HashMap<>();
  private final Set<String> busySessions = new HashSet<>();
  private final int mostRunning;
  private final int mostWaiting;
  private int reserved;
  private boolean closed;

  JobQueue(int mostRunning, int mostWaiting) {
    this.mostRunning = mostRunning;
    this.mostWaiting = mostWaiting;
  }

  private record Waiting(String job, String session, Runnable work) {}

  /// Keeps a place free. Answers false when too many wait already.
  boolean reserve() {
    lock.lock();
    try {
      if (closed || waiting.size() + reserved >= mostWaiting) {
        return false;
      }
      reserved++;
      return true;
    } finally {
      lock.unlock();
    }
  }

  /// Gives a reserved place back.
  void release() {
    lock.lock();
    try {
      reserved--;
    } finally {
      lock.unlock();
    }
  }

  /// Puts a job into a reserved place. Nothing runs any more when the server is about to end.
  void add(String job, String session, Runnable work) {
    lock.lock();
    try {
      reserved--;
      if (!closed) {
        waiting.add(new Waiting(job, session, work));
        pump();
      }
    } finally {
      lock.unlock();
    }
  }

  /// Which place a job has among those that wait, from 1; 0 for none.
  int place(String job) {
    lock.lock();
    try {
      int place = 0;
      for (Waiting each : waiting) {
        place++;
        if (each.job.equals(job)) {
          return place;
        }
      }
      return 0;
    } finally {
      lock.unlock();
    }
  }

  /// What became of a wish to end a job.
  enum Ended {
    /// It had not begun and never will.
    DROPPED,
    /// Its thread was interrupted.
    INTERRUPTED,
    UNKNOWN
  }

  Ended end(String job) {
    lock.lock();
    try {
      if (waiting.removeIf(each -> each.job.equals(job))) {
        return Ended.DROPPED;
      }
      Thread thread = running.get(job);
      if (thread == null) {
        return Ended.UNKNOWN;
      }
      thread.interrupt();
      return Ended.INTERRUPTED;
    } finally {
      lock.unlock();
    }
  }

  private void pump() {
    var later = new ArrayDeque<Waiting>();
    while (!waiting.isEmpty() && running.size() < mostRunning) {
      Waiting next = waiting.poll();
      if (busySessions.contains(next.session)) {
        later.add(next);
        continue;
      }
      busySessions.add(next.session);
      Thread thread = Thread.ofVirtual().name(next.job).unstarted(() -> carryOut(next));
      running.put(next.job, thread);
      thread.start();
    }
    while (!later.isEmpty()) {
      waiting.addFirst(later.pollLast());
    }
  }

  private void carryOut(Waiting job) {
    try {
      job.work.run();
    } finally {
      lock.lock();
      try {
        running.remove(job.job);
        busySessions.remove(job.session);
        if (!closed) {
          pump();
        }
      } finally {
        lock.unlock();
      }
    }
  }

  /// Ends everything and waits for it.
  void close() throws InterruptedException {
    Set<Thread> threads;
    lock.lock();
    try {
      closed = true;
      waiting.clear();
      threads = new HashSet<>(running.values());
    } finally {
      lock.unlock();
    }
    threads.forEach(Thread::interrupt);
    for (Thread thread : threads) {
      thread.join();
    }
  }
}
