package dev.tenon.server.store;

import dev.tenon.server.job.JobRecord;
import dev.tenon.server.job.JobStatus;
import dev.tenon.server.job.SessionRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Which sessions and jobs are dropped. Only what is over ever goes: a job that works, waits or
/// awaits its review stays, and so does its session.
///
/// @param sessions how many are kept, if the surplus is over
/// @param jobs how many are kept of one session
/// @param afterwards how long a job is kept when it is over
public record Retention(int sessions, int jobs, Duration afterwards) {
  public static final Retention IN_MEMORY = new Retention(25, 40, Duration.ofDays(3));

  /// Nothing goes by number, and what is over stays for a year.
  public static final Retention ON_DISK =
      new Retention(Integer.MAX_VALUE, Integer.MAX_VALUE, Duration.ofDays(365));

  /// The jobs of a session to drop.
  ///
  /// @param all the oldest first
  List<String> surplusJobs(List<JobRecord> all, Instant now) {
    var drop = new ArrayList<String>();
    int left = all.size();
    for (JobRecord job : all) {
      Instant end = job.finishedAt();
      boolean over = job.status().over() && end != null;
      boolean old = over && end != null && end.plus(afterwards).isBefore(now);
      if (over && (old || left > jobs)) {
        drop.add(job.id());
        left--;
      }
    }
    return drop;
  }

  /// The sessions to drop.
  List<String> surplusSessions(List<SessionRecord> all, BusySessions busy, Instant now) {
    var drop = new ArrayList<String>();
    int left = all.size();
    for (SessionRecord session :
        all.stream().sorted(Comparator.comparing(SessionRecord::updatedAt)).toList()) {
      boolean old = session.updatedAt().plus(afterwards).isBefore(now);
      boolean worked = session.lastJobId() != null;
      if ((left > sessions || (old && worked)) && !busy.contains(session.id())) {
        drop.add(session.id());
        left--;
      }
    }
    return drop;
  }

  /// Tells which sessions have a job that is not over.
  @FunctionalInterface
  interface BusySessions {
    boolean contains(String session);
  }

  static boolean open(JobStatus status) {
    return !status.over();
  }
}
