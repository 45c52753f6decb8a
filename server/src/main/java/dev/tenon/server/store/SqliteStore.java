package dev.tenon.server.store;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.server.job.record.EventRecord;
import dev.tenon.server.job.record.JobRecord;
import dev.tenon.server.job.record.JobStatus;
import dev.tenon.server.job.record.SessionRecord;
import dev.tenon.server.job.record.Store;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Clock;
import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Keeps everything in one SQLite file with a write-ahead log: whatever a method has done survives
/// the end of the program.
final class SqliteStore implements Store {
  private static final System.Logger LOG = System.getLogger(SqliteStore.class.getName());

  private final Database database;
  private final Retention retention;
  private final int mostEvents;
  private final Clock clock;
  private final SqliteHistory history = new SqliteHistory();

  private SqliteStore(Database database, Retention retention, int mostEvents, Clock clock) {
    this.database = database;
    this.retention = retention;
    this.mostEvents = mostEvents;
    this.clock = clock;
  }

  static SqliteStore open(Path file, Retention retention, int mostEvents, Clock clock) {
    return new SqliteStore(Database.open(file), retention, mostEvents, clock);
  }

  /// Makes a value of a text of JSON.
  @FunctionalInterface
  private interface Reading<T> {
    T of(Json.Obj json) throws JsonException;
  }

  private static <T> T read(Reading<T> reading, String text) throws JsonException {
    try {
      return reading.of(Json.parseObject(text));
    } catch (DateTimeException | IllegalArgumentException odd) {
      throw new JsonException(String.valueOf(odd.getMessage()));
    }
  }

  /// The one row there may be. One that cannot be read is told.
  private <T> Optional<T> one(Reading<T> reading, String what, String sql, String id) {
    List<String> texts =
        database.alone(it -> it.rows(row -> row.getString(1), sql, id)).stream().limit(1).toList();
    if (texts.isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(read(reading, texts.getFirst()));
    } catch (JsonException damaged) {
      throw new StoreException(
          "the " + what + " " + id + " is damaged in the store: " + damaged.getMessage(), damaged);
    }
  }

  /// The rows that can be read: a damaged one must not hide the others.
  private <T> List<T> all(Reading<T> reading, String sql, Object... values) {
    var found = new ArrayList<T>();
    for (String text : database.alone(it -> it.rows(row -> row.getString(1), sql, values))) {
      try {
        found.add(read(reading, text));
      } catch (JsonException damaged) {
        LOG.log(System.Logger.Level.ERROR, "a row of the store is damaged and left out", damaged);
      }
    }
    return found;
  }

  @Override
  public void save(List<Entry> entries) {
    database.alone(
        it -> {
          boolean saved = false;
          try {
            it.transaction(inside -> put(inside, entries));
            saved = true;
            return entries;
          } finally {
            if (!saved) {
              forget(entries);
            }
          }
        });
  }

  private List<Entry> put(Database it, List<Entry> entries) throws SQLException {
    for (Entry entry : entries) {
      switch (entry) {
        case Entry.OfSession each -> put(it, each.session(), "DO UPDATE SET " + SESSION_COLUMNS);
        case Entry.OfState each -> put(it, each.session(), each.state());
        case Entry.OfJob each -> put(it, each.job(), each.more());
      }
    }
    return entries;
  }

  /// None of it is in the file.
  private void forget(List<Entry> entries) {
    for (Entry entry : entries) {
      if (entry instanceof Entry.OfState each) {
        history.forget(each.session().id());
      }
    }
  }

  private static final String SESSION_COLUMNS =
      "status=excluded.status, updated=excluded.updated, worked=excluded.worked,"
          + " json=excluded.json";

  private static int put(Database database, SessionRecord session, String otherwise)
      throws SQLException {
    return database.change(
        "INSERT INTO session(id, status, updated, worked, json) VALUES (?,?,?,?,?)"
            + " ON CONFLICT(id) "
            + otherwise,
        session.id(),
        session.status().label(),
        session.updatedAt().toEpochMilli(),
        session.lastJobId() == null ? 0 : 1,
        session.stored().compact());
  }

  @Override
  public Optional<SessionRecord> session(String id) {
    return one(SessionRecord::of, "session", "SELECT json FROM session WHERE id=?", id);
  }

  static final String SESSIONS =
      "SELECT json FROM session ORDER BY updated DESC, id LIMIT ? OFFSET ?";
  static final String SESSIONS_OF_STATUS =
      "SELECT json FROM session WHERE status=? ORDER BY updated DESC, id LIMIT ? OFFSET ?";

  @Override
  public List<SessionRecord> sessions(Page page) {
    return page.status().isEmpty()
        ? all(SessionRecord::of, SESSIONS, page.limit(), page.skip())
        : all(
            SessionRecord::of,
            SESSIONS_OF_STATUS,
            page.status().get().label(),
            page.limit(),
            page.skip());
  }

  @Override
  public void deleteSession(String id) {
    database.transaction(
        it -> {
          history.forget(id);
          SqliteRetention.deleteSession(it, id);
          return 0;
        });
  }

  private void put(Database it, SessionRecord session, State state) throws SQLException {
    put(it, session, "DO NOTHING");
    history.write(it, session.id(), state.messages());
    it.change(
        "INSERT INTO state(session, staged, applying, unsaved) VALUES (?,?,?,?)"
            + " ON CONFLICT(session) DO UPDATE SET staged=excluded.staged,"
            + " applying=excluded.applying, unsaved=excluded.unsaved",
        session.id(),
        state.staged().compact(),
        state.writing().map(writing -> writing.toJson().compact()).orElse(NOTHING),
        state.buffers() == Buffers.UNSAVED ? 1 : 0);
  }

  /// What is in the column of a session that writes nothing to its project.
  private static final String NOTHING = "NOTHING";

  static final String WRITING = "SELECT session FROM state WHERE applying<>'NOTHING'";

  @Override
  public List<String> writing() {
    return database.alone(it -> it.rows(row -> row.getString(1), WRITING));
  }

  /// A row of the table of states.
  private record StateRow(String staged, String applying, int unsaved) {
    State state(List<String> messages) throws JsonException {
      return new State(
          SqliteHistory.read(messages),
          Json.parseObject(staged),
          applying.startsWith("{")
              ? Optional.of(Writing.of(Json.parseObject(applying)))
              : Optional.empty(),
          unsaved == 0 ? Buffers.CLEAN : Buffers.UNSAVED);
    }
  }

  @Override
  public Optional<State> state(String session) {
    var messages = new ArrayList<String>();
    List<StateRow> rows =
        database.alone(
            it -> {
              messages.addAll(SqliteHistory.texts(it, session));
              return it.rows(
                  row -> new StateRow(row.getString(1), row.getString(2), row.getInt(3)),
                  "SELECT staged, applying, unsaved FROM state WHERE session=?",
                  session);
            });
    if (rows.isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(rows.getFirst().state(messages));
    } catch (JsonException | IllegalArgumentException damaged) {
      throw new StoreException("the state of session " + session + " is damaged", damaged);
    }
  }

  private void put(Database it, JobRecord job, List<EventRecord> more) throws SQLException {
    put(it, job);
    for (EventRecord event : more) {
      it.change(
          "INSERT INTO event(job, cursor, json) VALUES (?,?,?)",
          job.id(),
          event.cursor(),
          event.toJson().compact());
    }
    if (!more.isEmpty()) {
      it.change(
          "DELETE FROM event WHERE job=? AND cursor<=?",
          job.id(),
          more.getLast().cursor() - mostEvents);
    }
  }

  private static int put(Database database, JobRecord job) throws SQLException {
    return database.change(
        "INSERT INTO job(id, session, status, checkpoint, created, finished, json)"
            + " VALUES (?,?,?,?,?,?,?)"
            + " ON CONFLICT(id) DO UPDATE SET status=excluded.status,"
            + " checkpoint=excluded.checkpoint, finished=excluded.finished, json=excluded.json",
        job.id(),
        job.sessionId(),
        job.status().label(),
        job.checkpointId(),
        job.createdAt().toEpochMilli(),
        finished(job),
        job.toJson().compact());
  }

  private static @Nullable Long finished(JobRecord job) {
    return job.status().over() ? (Long) Retention.end(job).toEpochMilli() : null;
  }

  @Override
  public Optional<JobRecord> job(String id) {
    return one(JobRecord::of, "job", "SELECT json FROM job WHERE id=?", id);
  }

  static final String JOBS_OF_SESSION =
      "SELECT json FROM job WHERE session=? ORDER BY created, rowid";

  @Override
  public List<JobRecord> jobs(String session) {
    return all(JobRecord::of, JOBS_OF_SESSION, session);
  }

  static final String JOBS_OF_STATUS = "SELECT json FROM job WHERE status IN (";

  @Override
  public List<JobRecord> jobs(List<JobStatus> statuses) {
    String places = String.join(",", statuses.stream().map(status -> "?").toList());
    return all(
        JobRecord::of,
        JOBS_OF_STATUS + places + ") ORDER BY created, rowid",
        statuses.stream().map(JobStatus::label).toArray());
  }

  static final String EVENTS = "SELECT json FROM event WHERE job=? ORDER BY cursor";

  @Override
  public List<EventRecord> events(String job) {
    return all(EventRecord::of, EVENTS, job);
  }

  @Override
  public Optional<JobRecord> jobOfCheckpoint(String checkpoint) {
    return one(
        JobRecord::of, "job of checkpoint", "SELECT json FROM job WHERE checkpoint=?", checkpoint);
  }

  @Override
  public Collected collect() {
    return database.transaction(
        it -> {
          Collected collected = new SqliteRetention(it, retention).collect(clock.instant());
          collected.sessions().forEach(history::forget);
          return collected;
        });
  }

  @Override
  public void close() {
    database.close();
  }
}
