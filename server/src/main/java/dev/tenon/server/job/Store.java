package dev.tenon.server.job;

import dev.tenon.core.json.Json;
import java.util.List;
import java.util.Optional;

/// Keeps sessions, jobs and their events. Every method is atomic and durable by the promise of the
/// implementation; all are safe for several threads. A store that breaks throws [StoreException].
public interface Store extends AutoCloseable {

  void save(SessionRecord session);

  Optional<SessionRecord> session(String id);

  /// The sessions, the latest first by the millisecond, then by id.
  List<SessionRecord> sessions(Page page);

  /// Forgets a session with everything in it.
  void deleteSession(String id);

  /// What a session needs to go on: its messages and what is staged. A session that was collected
  /// meanwhile is there again then: whoever still works in it loses nothing.
  void saveState(SessionRecord session, State state);

  Optional<State> state(String session);

  void save(JobRecord job);

  /// A job with events that it has got since; both or neither. Events that the job has already are
  /// refused. Only the latest ones are kept, by the limits of the implementation.
  void save(JobRecord job, List<JobEvent> more);

  Optional<JobRecord> job(String id);

  /// The jobs of a session, the oldest first.
  List<JobRecord> jobs(String session);

  /// The jobs with one of these statuses, the oldest first; for the start of a server.
  List<JobRecord> jobs(List<JobStatus> statuses);

  List<JobEvent> events(String job);

  /// Finds the job whose run made a checkpoint.
  Optional<JobRecord> jobOfCheckpoint(String checkpoint);

  /// Drops what is over and has outlived its time, by the limits of the implementation. Never a
  /// session that has an open job, unsaved buffers, or no job yet.
  Collected collect();

  @Override
  void close();

  /// @param status only sessions of this status, if it is there
  record Page(Optional<SessionRecord.Status> status, int skip, int limit) {}

  /// @param applying what was about to be written
  /// @param buffers whether the working buffers hold something that is not on the disk
  record State(Json.Arr messages, Json.Obj staged, Applying applying, Buffers buffers) {}

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

  /// Which write to the project was under way when the state was saved.
  enum Applying {
    NOTHING,
    /// Accepted hunks, while the others wait.
    SOME,
    /// Accepted hunks; the others are dropped.
    ALL
  }

  /// The store cannot do its work; for example the disk is full.
  final class StoreException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public StoreException(String message) {
      super(message);
    }

    public StoreException(String message, Throwable cause) {
      super(message, cause);
    }
  }
}
