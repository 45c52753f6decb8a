package dev.tenon.server.store;

import dev.tenon.server.job.record.JobRecord;
import dev.tenon.server.job.record.SessionRecord;
import dev.tenon.server.job.record.Store;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Which sessions and jobs are dropped. Only what is over ever goes: a job that works, waits or
/// awaits its review stays, and so does a session that has one, that holds something unsaved, or in
/// which nothing was run yet. Archived sessions go first, then those whose work is over, the oldest
/// first.
///
/// @param sessions how many are kept, if the surplus is over
/// @param jobs how many are kept of one session
/// @param afterwards how long a job is kept when it is over, and a session without jobs
public record Retention(int sessions, int jobs, Duration afterwards) {
  public static final Retention IN_MEMORY = new Retention(25, 40, Duration.ofDays(3));

  /// Nothing goes by number, and what is over stays for a year.
  public static final Retention ON_DISK =
      new Retention(Integer.MAX_VALUE, Integer.MAX_VALUE, Duration.ofDays(365));

  public Retention {
    if (sessions < 1 || jobs < 1 || afterwards.isNegative()) {
      throw new IllegalArgumentException(
          "at least one session and one job are kept: "
              + sessions
              + ", "
              + jobs
              + ", "
              + afterwards);
    }
  }

  /// A session with what is known of it.
  ///
  /// @param jobs the oldest first
  record Holding(SessionRecord session, List<JobRecord> jobs, Store.Buffers buffers) {
    Holding {
      jobs = List.copyOf(jobs);
    }

    /// Whether nobody would miss it.
    boolean over() {
      return buffers == Store.Buffers.CLEAN
          && (archived() || session.lastJobId() != null)
          && jobs.stream().allMatch(job -> job.status().over());
    }

    private boolean archived() {
      return session.status() == SessionRecord.Status.ARCHIVED;
    }

    private long updated() {
      return session.updatedAt().toEpochMilli();
    }
  }

  /// What ended before this moment has had its time.
  long before(Instant now) {
    return now.minus(afterwards).toEpochMilli();
  }

  /// When a job was over.
  static Instant end(JobRecord job) {
    Instant end = job.finishedAt();
    return end == null ? job.createdAt() : end;
  }

  /// What is to be dropped of everything there is.
  Store.Collected surplus(List<Holding> all, Instant now) {
    var goneJobs = new ArrayList<String>();
    var goneSessions = new ArrayList<String>();
    var kept = new ArrayList<Holding>();
    for (Holding each : all) {
      List<JobRecord> left = remaining(each.jobs, now, goneJobs);
      var holding = new Holding(each.session, left, each.buffers);
      boolean old = left.isEmpty() && holding.updated() < before(now);
      if (old && holding.over()) {
        goneSessions.add(each.session.id());
      } else {
        kept.add(holding);
      }
    }
    kept.stream()
        .filter(Holding::over)
        .sorted(
            Comparator.comparing(Holding::archived)
                .reversed()
                .thenComparingLong(Holding::updated)
                .thenComparing(holding -> holding.session.id()))
        .limit(Math.max(0, kept.size() - (long) sessions))
        .forEach(
            holding -> {
              goneSessions.add(holding.session.id());
              holding.jobs.forEach(job -> goneJobs.add(job.id()));
            });
    return new Store.Collected(goneSessions, goneJobs);
  }

  private List<JobRecord> remaining(List<JobRecord> all, Instant now, List<String> gone) {
    var left = new ArrayList<JobRecord>();
    for (JobRecord job : all) {
      if (job.status().over() && end(job).toEpochMilli() < before(now)) {
        gone.add(job.id());
      } else {
        left.add(job);
      }
    }
    int surplus = left.size() - jobs;
    for (JobRecord job : List.copyOf(left)) {
      if (surplus > 0 && job.status().over()) {
        left.remove(job);
        gone.add(job.id());
        surplus--;
      }
    }
    return left;
  }
}
