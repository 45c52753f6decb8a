package dev.tenon.server;

import dev.tenon.server.job.record.EventRecord;
import dev.tenon.server.job.record.JobRecord;
import dev.tenon.server.job.record.JobStatus;
import dev.tenon.server.job.record.SessionRecord;
import dev.tenon.server.job.record.Store;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// A store that refuses what a test wants it to refuse, as a full disk does.
final class BreakableStore implements Store {
  private final Store store;
  volatile Predicate<Entry> refuses = entry -> false;

  BreakableStore(Store store) {
    this.store = store;
  }

  /// Refuses the next change of a job to this status, and everything after it.
  void breakAt(JobStatus status) {
    refuses =
        entry -> {
          boolean now = entry instanceof Entry.OfJob job && job.job().status() == status;
          if (now) {
            refuses = any -> true;
          }
          return now;
        };
  }

  void mend() {
    refuses = entry -> false;
  }

  @Override
  public void save(List<Entry> entries) {
    for (Entry entry : entries) {
      if (refuses.test(entry)) {
        throw new StoreException("the store broke: no space", new IOException("no space"));
      }
    }
    store.save(entries);
  }

  @Override
  public Optional<SessionRecord> session(String id) {
    return store.session(id);
  }

  @Override
  public List<SessionRecord> sessions(Page page) {
    return store.sessions(page);
  }

  @Override
  public void deleteSession(String id) {
    store.deleteSession(id);
  }

  @Override
  public Optional<State> state(String session) {
    return store.state(session);
  }

  @Override
  public List<String> writing() {
    return store.writing();
  }

  @Override
  public Optional<JobRecord> job(String id) {
    return store.job(id);
  }

  @Override
  public List<JobRecord> jobs(String session) {
    return store.jobs(session);
  }

  @Override
  public List<JobRecord> jobs(List<JobStatus> statuses) {
    return store.jobs(statuses);
  }

  @Override
  public List<EventRecord> events(String job) {
    return store.events(job);
  }

  @Override
  public Optional<JobRecord> jobOfCheckpoint(String checkpoint) {
    return store.jobOfCheckpoint(checkpoint);
  }

  @Override
  public Collected collect() {
    return store.collect();
  }

  @Override
  public void close() {
    store.close();
  }
}
