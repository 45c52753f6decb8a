package dev.tenon.server.job.live;

import dev.tenon.server.job.record.EngineException;
import dev.tenon.server.job.record.JobRecord;
import dev.tenon.server.job.record.JobStatus;
import dev.tenon.server.job.record.SessionRecord;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// The jobs in memory: all that are not over, and the last ones of the others. There is never a
/// second object for a job that may still change.
public final class LiveJobs {
  private static final int OVER = 256;

  private final Function<String, Optional<JobRecord>> stored;
  private final Function<JobRecord, LiveJob> open;
  private final Map<String, LiveJob> jobs = new LinkedHashMap<>(16, 0.75f, true);

  public LiveJobs(Function<String, Optional<JobRecord>> stored, Function<JobRecord, LiveJob> open) {
    this.stored = stored;
    this.open = open;
  }

  public synchronized Optional<LiveJob> find(String id) {
    LiveJob known = jobs.get(id);
    return known != null ? Optional.of(known) : stored.apply(id).map(this::of);
  }

  public LiveJob require(String id) throws EngineException {
    return find(id)
        .orElseThrow(
            () ->
                new EngineException(
                    EngineException.Kind.NOT_FOUND, "unknown_job", "there is no job " + id));
  }

  /// The last job of a session, unless it has been dropped.
  Optional<LiveJob> lastOf(SessionRecord session) {
    String last = session.lastJobId();
    return last == null ? Optional.empty() : find(last);
  }

  /// The job of a session that awaits review, if there is one.
  public Optional<LiveJob> underReview(SessionRecord session) {
    return lastOf(session).filter(job -> job.record().status() == JobStatus.AWAITING_REVIEW);
  }

  public synchronized LiveJob of(JobRecord record) {
    LiveJob job = jobs.computeIfAbsent(record.id(), id -> open.apply(record));
    if (jobs.size() > OVER) {
      makeRoom(job);
    }
    return job;
  }

  private void makeRoom(LiveJob latest) {
    var each = jobs.values().iterator();
    while (jobs.size() > OVER && each.hasNext()) {
      LiveJob job = each.next();
      if (!job.equals(latest) && job.record().status().over() && job.isSaved()) {
        each.remove();
      }
    }
  }

  /// These are no more.
  synchronized void forget(Collection<String> ids) {
    for (String id : ids) {
      LiveJob job = jobs.remove(id);
      if (job != null) {
        job.forget();
      }
    }
  }

  public synchronized List<LiveJob> all() {
    return List.copyOf(jobs.values());
  }
}
