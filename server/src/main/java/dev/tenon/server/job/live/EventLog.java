package dev.tenon.server.job.live;

import dev.tenon.core.json.Json;
import dev.tenon.server.job.record.EventRecord;
import dev.tenon.server.job.record.JobEventType;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// The events of one job, in order, for any number of readers that each keep a cursor of their own.
/// Keeps the newest ones only; a reader that comes too late is told what it missed.
public final class EventLog {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition grown = lock.newCondition();
  private final List<EventRecord> events = new ArrayList<>();
  private final int most;
  private final Clock clock;
  private long first = 1;

  public EventLog(int most, Clock clock, List<EventRecord> before) {
    this.most = most;
    this.clock = clock;
    events.addAll(before);
    if (!before.isEmpty()) {
      first = before.getFirst().cursor();
    }
  }

  /// What a reader gets.
  ///
  /// @param events those after its cursor
  /// @param missed how many older ones were dropped before it asked
  public record Page(List<EventRecord> events, long missed) {}

  /// The event that would be next; nobody sees it before it is published.
  EventRecord next(JobEventType type, Json.Obj data) {
    return new EventRecord(last() + 1, type, clock.instant(), data);
  }

  /// Shows the event to readers.
  ///
  /// @param told makes what the event tells visible; whoever sees the event sees that too, and
  ///   whoever sees that finds the event in the log
  void publish(EventRecord event, Runnable told) {
    lock.lock();
    try {
      told.run();
      events.add(event);
      if (events.size() > most) {
        int surplus = events.size() - most;
        events.subList(0, surplus).clear();
        first += surplus;
      }
      grown.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /// The cursor of the latest event, 0 if there is none.
  public long last() {
    lock.lock();
    try {
      return first + events.size() - 1;
    } finally {
      lock.unlock();
    }
  }

  public Page after(long cursor) {
    lock.lock();
    try {
      long from = Math.max(0, cursor + 1 - first);
      long missed = Math.max(0, first - 1 - Math.max(0, cursor));
      return new Page(
          from >= events.size()
              ? List.of()
              : List.copyOf(events.subList((int) from, events.size())),
          missed);
    } finally {
      lock.unlock();
    }
  }

  /// Waits until there are events after the cursor, at most so long.
  public Page await(long cursor, Duration most) throws InterruptedException {
    long left = most.toNanos();
    lock.lock();
    try {
      while (last() <= cursor && left > 0) {
        left = grown.awaitNanos(left);
      }
      return after(cursor);
    } finally {
      lock.unlock();
    }
  }

  /// Wakes everyone who waits, so that they look at the job again.
  void wake() {
    lock.lock();
    try {
      grown.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
