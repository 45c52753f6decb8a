package dev.tenon.server.store;

import dev.tenon.server.job.record.EventRecord;
import dev.tenon.server.job.record.JobRecord;
import dev.tenon.server.job.record.JobStatus;
import dev.tenon.server.job.record.SessionRecord;
import dev.tenon.server.job.record.Store;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/// Keeps everything in memory, within the limits of its [Retention]; a restart begins anew.
final class MemoryStore implements Store {
  private final Retention retention;
  private final int mostEvents;
  private final Clock clock;
  private final Map<String, SessionRecord> sessions = new LinkedHashMap<>();
  private final Map<String, State> states = new HashMap<>();
  private final Map<String, JobRecord> jobs = new LinkedHashMap<>();
  private final Map<String, ArrayDeque<EventRecord>> events = new HashMap<>();

  MemoryStore(Retention retention, int mostEvents, Clock clock) {
    this.retention = retention;
    this.mostEvents = mostEvents;
    this.clock = clock;
  }

  @Override
  public synchronized void save(List<Entry> entries) {
    for (Entry entry : entries) {
      if (entry instanceof Entry.OfJob job) {
        requireNew(job.job(), job.more());
      }
    }
    for (Entry entry : entries) {
      switch (entry) {
        case Entry.OfSession it -> sessions.put(it.session().id(), it.session());
        case Entry.OfState it -> {
          sessions.putIfAbsent(it.session().id(), it.session());
          states.put(it.session().id(), it.state());
        }
        case Entry.OfJob it -> put(it.job(), it.more());
      }
    }
  }

  private void requireNew(JobRecord job, List<EventRecord> more) {
    ArrayDeque<EventRecord> all = events.getOrDefault(job.id(), new ArrayDeque<>());
    long last = all.isEmpty() ? 0 : all.getLast().cursor();
    for (EventRecord event : more) {
      if (event.cursor() <= last) {
        throw new StoreException("job " + job.id() + " has an event " + event.cursor());
      }
      last = event.cursor();
    }
  }

  private void put(JobRecord job, List<EventRecord> more) {
    ArrayDeque<EventRecord> all = events.computeIfAbsent(job.id(), id -> new ArrayDeque<>());
    jobs.put(job.id(), job);
    all.addAll(more);
    long last = all.isEmpty() ? 0 : all.getLast().cursor();
    while (!all.isEmpty() && all.getFirst().cursor() <= last - mostEvents) {
      all.removeFirst();
    }
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
            Comparator.comparingLong((SessionRecord each) -> each.updatedAt().toEpochMilli())
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
      drop(job.id());
    }
  }

  private void drop(String job) {
    jobs.remove(job);
    events.remove(job);
  }

  @Override
  public synchronized Optional<State> state(String session) {
    return Optional.ofNullable(states.get(session));
  }

  @Override
  public synchronized List<String> writing() {
    return states.entrySet().stream()
        .filter(each -> each.getValue().writing().isPresent())
        .map(Map.Entry::getKey)
        .toList();
  }

  @Override
  public synchronized Optional<JobRecord> job(String id) {
    return Optional.ofNullable(jobs.get(id));
  }

  @Override
  public synchronized List<JobRecord> jobs(String session) {
    return jobsWith(job -> job.sessionId().equals(session));
  }

  @Override
  public synchronized List<JobRecord> jobs(List<JobStatus> statuses) {
    return jobsWith(job -> statuses.contains(job.status()));
  }

  private List<JobRecord> jobsWith(Predicate<JobRecord> wanted) {
    return jobs.values().stream()
        .filter(wanted)
        .sorted(Comparator.comparingLong(job -> job.createdAt().toEpochMilli()))
        .toList();
  }

  @Override
  public synchronized List<EventRecord> events(String job) {
    return new ArrayList<>(events.getOrDefault(job, new ArrayDeque<>()));
  }

  @Override
  public synchronized Optional<JobRecord> jobOfCheckpoint(String checkpoint) {
    return jobs.values().stream().filter(job -> checkpoint.equals(job.checkpointId())).findFirst();
  }

  @Override
  public synchronized Collected collect() {
    Map<String, List<JobRecord>> bySession = new HashMap<>();
    for (JobRecord job : jobsWith(job -> true)) {
      bySession.computeIfAbsent(job.sessionId(), id -> new ArrayList<>()).add(job);
    }
    var all = new ArrayList<Retention.Holding>();
    for (SessionRecord session : sessions.values()) {
      State state = states.get(session.id());
      all.add(
          new Retention.Holding(
              session,
              bySession.getOrDefault(session.id(), List.of()),
              state == null ? Buffers.CLEAN : state.buffers()));
    }
    Collected surplus = retention.surplus(all, clock.instant());
    surplus.jobs().forEach(this::drop);
    surplus.sessions().forEach(this::deleteSession);
    return surplus;
  }

  @Override
  public void close() {
    // There is nothing outside of memory.
  }
}
