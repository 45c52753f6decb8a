package dev.tenon.core.exec.background;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// The background work of one conversation: starts it, knows how it stands, tells its end to
/// [Notices] exactly once, and ends all of it when it is closed. Safe for several threads.
///
/// The end of a job is told unless someone takes it first: while a job is *watched* the news is
/// held back, and when its end is *acknowledged* it is never told.
public final class Jobs implements AutoCloseable {
  private static final Duration ENDING = Duration.ofSeconds(5);

  private final Limits limits;
  private final Notices notices;
  private final InstantSource clock;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition settled = lock.newCondition();
  private final Map<String, Job> jobs = new LinkedHashMap<>();
  private final Map<String, Thread> threads = new LinkedHashMap<>();
  private int count;
  private boolean closed;

  public Jobs(Limits limits, Notices notices) {
    this(limits, notices, InstantSource.system());
  }

  public Jobs(Limits limits, Notices notices, InstantSource clock) {
    this.limits = limits;
    this.notices = notices;
    this.clock = clock;
  }

  /// @param running at most so many at once
  /// @param retention how long the record of a job that is over is kept
  public record Limits(int running, Duration retention) {
    public static final Limits DEFAULT = new Limits(100, Duration.ofMinutes(5));

    public Limits {
      if (running < 1 || running > 100) {
        throw new IllegalArgumentException("running jobs must be 1..100, was " + running);
      }
    }
  }

  /// What came of a wish to cancel.
  public enum Cancelling {
    CANCELLED,
    NOT_FOUND,
    ALREADY_COMPLETED
  }

  /// Starts work on a virtual thread and returns at once.
  ///
  /// @param label what it is, in a few words: usually the command
  public Job start(Job.Type type, String label, Job.Work work) throws JobRefusedException {
    lock.lock();
    try {
      forget();
      if (closed) {
        throw new JobRefusedException("the conversation is over; nothing can be started any more");
      }
      if (threads.size() >= limits.running()) {
        throw new JobRefusedException(
            "limit of background jobs reached ("
                + limits.running()
                + "); wait for one to end, or cancel one with job");
      }
      String id = type.label() + "-" + ++count;
      var job = new Job(id, type, label, clock.instant(), lock);
      jobs.put(id, job);
      Thread thread = Thread.ofVirtual().name("job-" + id).unstarted(() -> run(job, work));
      threads.put(id, thread);
      thread.start();
      return job;
    } finally {
      lock.unlock();
    }
  }

  private void run(Job job, Job.Work work) {
    try {
      settle(job, Job.Status.COMPLETED, work.run(job), null);
    } catch (JobFailedException failure) {
      settle(job, Job.Status.FAILED, null, String.valueOf(failure.getMessage()));
    } catch (InterruptedException stopped) {
      settle(job, Job.Status.CANCELLED, null, null);
    } catch (Throwable bug) {
      settle(
          job, Job.Status.FAILED, null, "the job broke; this is a bug in Tenon, not in it: " + bug);
    }
  }

  private void settle(Job job, Job.Status how, @Nullable String result, @Nullable String error) {
    lock.lock();
    try {
      threads.remove(job.id());
      boolean ended = job.settled(how, result, error, clock.instant());
      if (ended && how != Job.Status.CANCELLED && job.tells()) {
        tell(job);
      }
      settled.signalAll();
    } finally {
      lock.unlock();
    }
    notices.announce();
  }

  private void tell(Job job) {
    notices.add(JobNotice.ended(job.snapshot(clock.instant())));
  }

  public Optional<Job> find(String id) {
    lock.lock();
    try {
      forget();
      return Optional.ofNullable(jobs.get(id));
    } finally {
      lock.unlock();
    }
  }

  /// Everything that runs or ended within the time of retention, in the order of starting.
  public List<Job> all() {
    lock.lock();
    try {
      forget();
      return List.copyOf(jobs.values());
    } finally {
      lock.unlock();
    }
  }

  public List<Job> running() {
    var running = new ArrayList<Job>();
    for (Job job : all()) {
      if (job.running()) {
        running.add(job);
      }
    }
    return running;
  }

  public Job.Snapshot snapshot(Job job) {
    lock.lock();
    try {
      return job.snapshot(clock.instant());
    } finally {
      lock.unlock();
    }
  }

  /// How these jobs stand. The end of those that are over is thereby told, and is not told again.
  public List<Job.Snapshot> acknowledge(Collection<Job> known) {
    lock.lock();
    try {
      var snapshots = new ArrayList<Job.Snapshot>();
      for (Job job : known) {
        Job.Snapshot snapshot = job.snapshot(clock.instant());
        snapshots.add(snapshot);
        if (!snapshot.running()) {
          job.acknowledge();
          notices.withdraw(job.id());
        }
      }
      return snapshots;
    } finally {
      lock.unlock();
    }
  }

  /// Stops a job: it counts as cancelled at once, while its work still comes to an end.
  public Cancelling cancel(String id) {
    lock.lock();
    try {
      forget();
      Job job = jobs.get(id);
      if (job == null) {
        return Cancelling.NOT_FOUND;
      }
      if (!job.running()) {
        return Cancelling.ALREADY_COMPLETED;
      }
      stop(job);
      return Cancelling.CANCELLED;
    } finally {
      lock.unlock();
    }
  }

  private void stop(Job job) {
    job.cancelled(clock.instant());
    Thread thread = threads.get(job.id());
    if (thread != null) {
      thread.interrupt();
    }
    settled.signalAll();
  }

  /// Holds back the news of these jobs until they are unwatched as often as they were watched.
  public void watch(Collection<Job> watched) {
    lock.lock();
    try {
      watched.forEach(Job::watched);
    } finally {
      lock.unlock();
    }
  }

  /// Tells what was held back and not acknowledged meanwhile.
  public void unwatch(Collection<Job> watched) {
    lock.lock();
    try {
      for (Job job : watched) {
        if (job.unwatched()) {
          tell(job);
        }
      }
    } finally {
      lock.unlock();
    }
    notices.announce();
  }

  /// Waits until one of these jobs is over, at most so long. Answers whether one is.
  public boolean awaitAny(Collection<Job> awaited, Duration longest) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      long nanos = longest.toNanos();
      while (awaited.stream().allMatch(Job::running)) {
        if (nanos <= 0) {
          return false;
        }
        nanos = settled.awaitNanos(nanos);
      }
      return true;
    } finally {
      lock.unlock();
    }
  }

  private void forget() {
    Instant limit = clock.instant().minus(limits.retention());
    jobs.values().removeIf(job -> !threads.containsKey(job.id()) && job.endedBefore(limit));
  }

  /// Ends everything and forgets it; other work may be started afterwards. Waits until the work has
  /// ended, a few seconds at most. What ends here is not told.
  public void clear() {
    List<Thread> ending;
    lock.lock();
    try {
      for (Job job : jobs.values()) {
        job.acknowledge();
        if (job.running()) {
          stop(job);
        }
        notices.withdraw(job.id());
      }
      jobs.clear();
      ending = List.copyOf(threads.values());
    } finally {
      lock.unlock();
    }
    long deadline = System.nanoTime() + ENDING.toNanos();
    for (Thread thread : ending) {
      if (!join(thread, deadline - System.nanoTime())) {
        return;
      }
    }
  }

  /// Ends everything for good.
  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
    } finally {
      lock.unlock();
    }
    clear();
  }

  /// Answers false when there is no sense in waiting for more.
  private static boolean join(Thread thread, long nanos) {
    if (nanos <= 0) {
      return false;
    }
    try {
      thread.join(Duration.ofNanos(nanos));
      return true;
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
