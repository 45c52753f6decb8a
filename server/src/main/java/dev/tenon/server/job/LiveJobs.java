package dev.tenon.server.job;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// The jobs that are at hand: all that are not over, and the last ones of the others. There is
/// never a second object for a job that may still change.
final class LiveJobs {
  private static final int OVER = 256;

  private final Function<JobRecord, LiveJob> open;
  private final Map<String, LiveJob> jobs = new LinkedHashMap<>(16, 0.75f, true);

  LiveJobs(Function<JobRecord, LiveJob> open) {
    this.open = open;
  }

  synchronized Optional<LiveJob> find(String id) {
    return Optional.ofNullable(jobs.get(id));
  }

  synchronized LiveJob of(JobRecord record) {
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
      if (!job.equals(latest) && job.record().status().over()) {
        each.remove();
      }
    }
  }

  /// Lets go of jobs that are not in the store any more.
  synchronized void forget(List<String> ids) {
    ids.forEach(jobs::remove);
  }

  synchronized List<LiveJob> all() {
    return List.copyOf(jobs.values());
  }
}
