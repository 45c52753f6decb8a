package dev.tenon.server.store;

import dev.tenon.server.job.JobEvent;
import dev.tenon.server.job.JobRecord;
import dev.tenon.server.job.JobStatus;
import dev.tenon.server.job.SessionRecord;
import dev.tenon.server.job.Store;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Keeps everything in memory, within the limits of its [Retention]; a restart begins anew.
final class MemoryStore implements Store {
  private final Retention retention;
  private final int mostEvents;
  private final Clock clock;
  private final Map<String, SessionRecord> sessions = new LinkedHashMap<>();
  private final Map<String, State> states = new LinkedHashMap<>();
  private final Map<String, JobRecord> jobs = new LinkedHashMap<>();
  private final Map<String, ArrayDeque<JobEvent>> events = new LinkedHashMap<>();

  MemoryStore(Retention retention, int mostEvents, Clock clock) {
    this.retention = retention;
    this.mostEvents = mostEvents;
    this.clock = clock;
  }

  @Override
  public synchronized void save(SessionRecord session) {
    sessions.put(session.id(), session);
  }

  @Override
  public synchronized Optional<SessionRecord> session(String id) {
    return Optional.ofNullable(sessions.get(id));
  }

  @Override
  public synchronized List<SessionRecord> sessions(Page page) {
    return sessions.values().stream()
        .filter(each -> page.status().isEmpty() || page.status().get() == each.status())
        .sorted(
            Comparator.comparing(SessionRecord::updatedAt)
                .reversed()
                .thenComparing(SessionRecord::id))
        .skip(page.skip())
        .limit(page.limit())
        .toList();
  }

  @Override
  public synchronized void deleteSession(String id) {
    sessions.remove(id);
    states.remove(id);
    for (JobRecord job : jobs(id)) {
      jobs.remove(job.id());
      events.remove(job.id());
    }
  }

  @Override
  public synchronized void saveState(String session, State state) {
    states.put(session, state);
  }

  @Override
  public synchronized Optional<State> state(String session) {
    return Optional.ofNullable(states.get(session));
  }

  @Override
  public synchronized void save(JobRecord job) {
    jobs.put(job.id(), job);
  }

  @Override
  public synchronized void save(JobRecord job, List<JobEvent> more) {
    jobs.put(job.id(), job);
    ArrayDeque<JobEvent> all = events.computeIfAbsent(job.id(), id -> new ArrayDeque<>());
    all.addAll(more);
    while (all.size() > mostEvents) {
      all.removeFirst();
    }
  }

  @Override
  public synchronized Optional<JobRecord> job(String id) {
    return Optional.ofNullable(jobs.get(id));
  }

  @Override
  public synchronized List<JobRecord> jobs(String session) {
    return jobs.values().stream().filter(job -> job.sessionId().equals(session)).toList();
  }

  @Override
  public synchronized List<JobRecord> jobs(List<JobStatus> statuses) {
    return jobs.values().stream().filter(job -> statuses.contains(job.status())).toList();
  }

  @Override
  public synchronized List<JobEvent> events(String job) {
    return new ArrayList<>(events.getOrDefault(job, new ArrayDeque<>()));
  }

  @Override
  public synchronized Optional<JobRecord> jobOfCheckpoint(String checkpoint) {
    return jobs.values().stream().filter(job -> checkpoint.equals(job.checkpointId())).findFirst();
  }

  @Override
  public synchronized void collect() {
    var now = clock.instant();
    for (String session : List.copyOf(sessions.keySet())) {
      for (String job : retention.surplusJobs(jobs(session), now)) {
        jobs.remove(job);
        events.remove(job);
      }
    }
    retention
        .surplusSessions(
            List.copyOf(sessions.values()),
            session -> jobs(session).stream().anyMatch(job -> Retention.open(job.status())),
            now)
        .forEach(this::deleteSession);
  }

  @Override
  public void close() {
    // There is nothing outside of memory.
  }
}
