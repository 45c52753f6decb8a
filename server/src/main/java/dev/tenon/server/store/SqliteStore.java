package dev.tenon.server.store;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.server.job.JobEvent;
import dev.tenon.server.job.JobRecord;
import dev.tenon.server.job.JobStatus;
import dev.tenon.server.job.SessionRecord;
import dev.tenon.server.job.Store;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// Keeps everything in one SQLite file with a write-ahead log: whatever a method has done survives
/// the end of the program. One connection, used by one thread at a time.
final class SqliteStore implements Store {
  private final Connection connection;
  private final Retention retention;
  private final int mostEvents;
  private final Clock clock;
  private final ReentrantLock lock = new ReentrantLock();

  private SqliteStore(Connection connection, Retention retention, int mostEvents, Clock clock) {
    this.connection = connection;
    this.retention = retention;
    this.mostEvents = mostEvents;
    this.clock = clock;
  }

  static SqliteStore open(Path file, Retention retention, int mostEvents, Clock clock) {
    try {
      Path folder = file.toAbsolutePath().getParent();
      if (folder != null) {
        Files.createDirectories(folder);
      }
      Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
      try {
        Migrations.run(connection, file);
        return new SqliteStore(connection, retention, mostEvents, clock);
      } catch (SQLException | StoreException broken) {
        connection.close();
        throw broken;
      }
    } catch (SQLException | IOException broken) {
      throw new StoreException(
          "the store " + file + " cannot be opened: " + broken.getMessage(), broken);
    }
  }

  /// Something to do with the database.
  @FunctionalInterface
  private interface Work<T> {
    T on(Connection connection) throws SQLException;
  }

  private <T> T transaction(Work<T> work) {
    lock.lock();
    try {
      connection.setAutoCommit(false);
      boolean done = false;
      try {
        T result = work.on(connection);
        connection.commit();
        done = true;
        return result;
      } finally {
        if (!done) {
          connection.rollback();
        }
        connection.setAutoCommit(true);
      }
    } catch (SQLException broken) {
      throw new StoreException("the store broke: " + broken.getMessage(), broken);
    } finally {
      lock.unlock();
    }
  }

  private void update(String sql, Object... values) {
    transaction(it -> change(it, sql, values));
  }

  private static int change(Connection connection, String sql, @Nullable Object... values)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      bind(statement, values);
      return statement.executeUpdate();
    }
  }

  private static void bind(PreparedStatement statement, @Nullable Object... values)
      throws SQLException {
    for (int i = 0; i < values.length; i++) {
      statement.setObject(i + 1, values[i]);
    }
  }

  /// Makes a value of a row that holds one text of JSON.
  @FunctionalInterface
  private interface Reading<T> {
    T of(Json.Obj json) throws JsonException;
  }

  private <T> List<T> query(Reading<T> reading, String sql, Object... values) {
    return transaction(
        it -> {
          try (PreparedStatement statement = it.prepareStatement(sql)) {
            bind(statement, values);
            var found = new ArrayList<T>();
            try (ResultSet rows = statement.executeQuery()) {
              while (rows.next()) {
                found.add(reading.of(Json.parseObject(rows.getString(1))));
              }
            } catch (JsonException damaged) {
              throw new StoreException("a row of the store is damaged", damaged);
            }
            return found;
          }
        });
  }

  @Override
  public void save(SessionRecord session) {
    update(
        "INSERT INTO session(id, status, updated, json) VALUES (?,?,?,?)"
            + " ON CONFLICT(id) DO UPDATE SET status=excluded.status, updated=excluded.updated,"
            + " json=excluded.json",
        session.id(),
        session.status().label(),
        session.updatedAt().toEpochMilli(),
        session.toJson().compact());
  }

  @Override
  public Optional<SessionRecord> session(String id) {
    return query(SessionRecord::of, "SELECT json FROM session WHERE id=?", id).stream().findFirst();
  }

  @Override
  public List<SessionRecord> sessions(Page page) {
    String status = page.status().map(SessionRecord.Status::label).orElse("%");
    return query(
        SessionRecord::of,
        "SELECT json FROM session WHERE status LIKE ? ORDER BY updated DESC, id LIMIT ? OFFSET ?",
        status,
        page.limit(),
        page.skip());
  }

  @Override
  public void deleteSession(String id) {
    transaction(
        it -> {
          change(it, "DELETE FROM event WHERE job IN (SELECT id FROM job WHERE session=?)", id);
          change(it, "DELETE FROM job WHERE session=?", id);
          change(it, "DELETE FROM state WHERE session=?", id);
          return change(it, "DELETE FROM session WHERE id=?", id);
        });
  }

  @Override
  public void saveState(String session, State state) {
    update(
        "INSERT INTO state(session, messages, staged, applying) VALUES (?,?,?,?)"
            + " ON CONFLICT(session) DO UPDATE SET messages=excluded.messages,"
            + " staged=excluded.staged, applying=excluded.applying",
        session,
        Json.object().put("messages", state.messages()).build().compact(),
        state.staged().compact(),
        state.applying().name());
  }

  @Override
  public Optional<State> state(String session) {
    return transaction(
        it -> {
          try (PreparedStatement statement =
              it.prepareStatement("SELECT messages, staged, applying FROM state WHERE session=?")) {
            bind(statement, session);
            try (ResultSet rows = statement.executeQuery()) {
              if (!rows.next()) {
                return Optional.<State>empty();
              }
              return Optional.of(
                  new State(
                      Json.array(Json.parseObject(rows.getString(1)).array("messages")),
                      Json.parseObject(rows.getString(2)),
                      Applying.valueOf(rows.getString(3))));
            } catch (JsonException damaged) {
              throw new StoreException("the state of " + session + " is damaged", damaged);
            }
          }
        });
  }

  @Override
  public void save(JobRecord job) {
    transaction(it -> put(it, job));
  }

  @Override
  public void save(JobRecord job, List<JobEvent> more) {
    transaction(
        it -> {
          put(it, job);
          for (JobEvent event : more) {
            change(
                it,
                "INSERT INTO event(job, cursor, json) VALUES (?,?,?)",
                job.id(),
                event.cursor(),
                event.toJson().compact());
          }
          return change(
              it,
              "DELETE FROM event WHERE job=? AND cursor<=?",
              job.id(),
              job.cursor() - mostEvents);
        });
  }

  private static int put(Connection connection, JobRecord job) throws SQLException {
    return change(
        connection,
        "INSERT INTO job(id, session, status, checkpoint, created, json) VALUES (?,?,?,?,?,?)"
            + " ON CONFLICT(id) DO UPDATE SET status=excluded.status,"
            + " checkpoint=excluded.checkpoint, json=excluded.json",
        job.id(),
        job.sessionId(),
        job.status().label(),
        job.checkpointId(),
        job.createdAt().toEpochMilli(),
        job.toJson().compact());
  }

  @Override
  public Optional<JobRecord> job(String id) {
    return query(JobRecord::of, "SELECT json FROM job WHERE id=?", id).stream().findFirst();
  }

  @Override
  public List<JobRecord> jobs(String session) {
    return query(
        JobRecord::of, "SELECT json FROM job WHERE session=? ORDER BY created, rowid", session);
  }

  @Override
  public List<JobRecord> jobs(List<JobStatus> statuses) {
    var found = new ArrayList<JobRecord>();
    for (JobStatus status : statuses) {
      found.addAll(
          query(
              JobRecord::of,
              "SELECT json FROM job WHERE status=? ORDER BY created, rowid",
              status.label()));
    }
    return found;
  }

  @Override
  public List<JobEvent> events(String job) {
    return query(JobEvent::of, "SELECT json FROM event WHERE job=? ORDER BY cursor", job);
  }

  @Override
  public Optional<JobRecord> jobOfCheckpoint(String checkpoint) {
    return query(JobRecord::of, "SELECT json FROM job WHERE checkpoint=?", checkpoint).stream()
        .findFirst();
  }

  @Override
  public void collect() {
    long before = clock.instant().minus(retention.afterwards()).toEpochMilli();
    transaction(
        it -> {
          change(
              it,
              "DELETE FROM event WHERE job IN (SELECT id FROM job WHERE created<? AND status IN"
                  + " ('completed','failed'))",
              before);
          return change(
              it, "DELETE FROM job WHERE created<? AND status IN ('completed','failed')", before);
        });
  }

  @Override
  public void close() {
    lock.lock();
    try {
      connection.close();
    } catch (SQLException broken) {
      throw new StoreException("the store cannot be closed: " + broken.getMessage(), broken);
    } finally {
      lock.unlock();
    }
  }
}
