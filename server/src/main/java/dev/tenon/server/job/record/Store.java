package dev.tenon.server.job.record;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.json.JsonFields;
import java.util.List;
import java.util.Optional;

/// The store of sessions, jobs and their events. Every method is atomic and durable by the promise
/// of the implementation; all are safe for several threads. A store that breaks throws
/// [StoreException].
public interface Store extends AutoCloseable {

  /// Keeps all of these or none.
  void save(List<Entry> entries);

  /// One thing to keep.
  sealed interface Entry {
    record OfSession(SessionRecord session) implements Entry {}

    /// What a session needs to go on: its messages and what is staged. A session that was collected
    /// meanwhile is there again then: whoever still works in it loses nothing.
    record OfState(SessionRecord session, State state) implements Entry {}

    /// A job with events that it has got since. Events that the job has already are refused. Only
    /// the latest ones are kept, by the limits of the implementation.
    record OfJob(JobRecord job, List<EventRecord> more) implements Entry {
      public OfJob {
        more = List.copyOf(more);
      }
    }
  }

  default void save(SessionRecord session) {
    save(List.of(new Entry.OfSession(session)));
  }

  Optional<SessionRecord> session(String id);

  /// The sessions, the latest first by the millisecond, then by id.
  List<SessionRecord> sessions(Page page);

  /// Forgets a session with everything in it.
  void deleteSession(String id);

  default void saveState(SessionRecord session, State state) {
    save(List.of(new Entry.OfState(session, state)));
  }

  Optional<State> state(String session);

  /// The sessions in whose state a write to the project is noted as under way; for the start of a
  /// server, without reading the others.
  List<String> writing();

  default void save(JobRecord job) {
    save(job, List.of());
  }

  /// A job with events that it has got since; both or neither.
  default void save(JobRecord job, List<EventRecord> more) {
    save(List.of(new Entry.OfJob(job, more)));
  }

  Optional<JobRecord> job(String id);

  /// The jobs of a session, the oldest first.
  List<JobRecord> jobs(String session);

  /// The jobs with one of these statuses, the oldest first; for the start of a server.
  List<JobRecord> jobs(List<JobStatus> statuses);

  List<EventRecord> events(String job);

  /// Finds the job whose run made a checkpoint.
  Optional<JobRecord> jobOfCheckpoint(String checkpoint);

  /// Drops what is over and has outlived its time, by the limits of the implementation. Never a
  /// session that has an open job, unsaved buffers, or no job yet.
  Collected collect();

  @Override
  void close();

  /// @param status only sessions of this status, if it is there
  record Page(Optional<SessionRecord.Status> status, int skip, int limit) {}

  /// What a session needs to go on.
  ///
  /// @param messages the whole history; a store writes only what has changed in it since it was
  ///   saved last, which is usually one or two messages at its end
  /// @param writing what was about to be written to the project
  /// @param buffers whether the working buffers hold something that is not on the disk
  record State(Json.Arr messages, Json.Obj staged, Optional<Writing> writing, Buffers buffers) {}

  /// Whether a session would lose something if it were dropped.
  enum Buffers {
    CLEAN,
    UNSAVED
  }

  /// What was dropped.
  ///
  /// @param jobs those of dropped sessions too
  record Collected(List<String> sessions, List<String> jobs) {
    public Collected {
      sessions = List.copyOf(sessions);
      jobs = List.copyOf(jobs);
    }
  }

  /// A write to the project that was under way when the state was saved. The state is that before
  /// it; the journal of the project knows whether the commit happened.
  ///
  /// @param job whose review it ends, or empty for a save
  /// @param hunks for a review, exactly those that are accepted; for a save, those to accept too
  record Writing(String job, String commit, List<String> hunks) {
    public Writing {
      hunks = List.copyOf(hunks);
    }

    public Json.Obj toJson() {
      return Json.object()
          .put("job", job)
          .put("commit", commit)
          .put("hunks", Json.strings(hunks))
          .build();
    }

    public static Writing of(Json.Obj json) throws JsonException {
      JsonFields fields = JsonFields.of(json, "writing");
      return new Writing(fields.string("job"), fields.string("commit"), fields.strings("hunks"));
    }
  }

  /// The store cannot do its work; for example the disk is full.
  final class StoreException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private static final String UNUSABLE = "the store cannot be used; the log says why";

    private final String told;

    public StoreException(String message) {
      super(message);
      this.told = UNUSABLE;
    }

    public StoreException(String message, Throwable cause) {
      this(message, cause, UNUSABLE);
    }

    /// @param told the same without anything about this machine, for clients
    public StoreException(String message, Throwable cause, String told) {
      super(message, cause);
      this.told = told;
    }

    public String told() {
      return told;
    }
  }
}
