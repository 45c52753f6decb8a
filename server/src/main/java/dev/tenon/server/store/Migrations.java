package dev.tenon.server.store;

import dev.tenon.server.job.record.Store.StoreException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/// Brings the file of a store to the present form, one step after the other. A step is whole or not
/// done; a file of a later program is refused and left alone.
final class Migrations {
  /// Each step is what the version after it needs. Steps are only ever added.
  static final List<List<String>> STEPS =
      List.of(
          List.of(
              "CREATE TABLE session(id TEXT PRIMARY KEY, status TEXT NOT NULL,"
                  + " updated INTEGER NOT NULL, json TEXT NOT NULL) WITHOUT ROWID",
              "CREATE INDEX session_updated ON session(updated DESC, id)",
              "CREATE TABLE state(session TEXT PRIMARY KEY, messages TEXT NOT NULL,"
                  + " staged TEXT NOT NULL, applying TEXT NOT NULL) WITHOUT ROWID",
              "CREATE TABLE job(id TEXT NOT NULL UNIQUE, session TEXT NOT NULL,"
                  + " status TEXT NOT NULL, checkpoint TEXT, created INTEGER NOT NULL,"
                  + " json TEXT NOT NULL)",
              "CREATE INDEX job_session ON job(session, created)",
              "CREATE INDEX job_status ON job(status, created)",
              "CREATE INDEX job_checkpoint ON job(checkpoint)",
              "CREATE TABLE event(job TEXT NOT NULL, cursor INTEGER NOT NULL, json TEXT NOT NULL,"
                  + " PRIMARY KEY(job, cursor)) WITHOUT ROWID"),
          // What retention asks for. Of an older state nobody knows whether all of it is saved.
          List.of(
              "ALTER TABLE session ADD COLUMN worked INTEGER NOT NULL DEFAULT 0",
              "UPDATE session SET worked=1 WHERE json_valid(json)"
                  + " AND json_extract(json, '$.last_job_id') IS NOT NULL",
              "CREATE INDEX session_status ON session(status, updated DESC, id)",
              "ALTER TABLE state ADD COLUMN unsaved INTEGER NOT NULL DEFAULT 1",
              "UPDATE state SET unsaved=0 WHERE json_valid(staged)"
                  + " AND json_array_length(staged, '$.buffers')=0",
              "ALTER TABLE job ADD COLUMN finished INTEGER",
              "UPDATE job SET finished=coalesce(CASE WHEN json_valid(json) THEN"
                  + " CAST(unixepoch(json_extract(json, '$.finished_at'), 'subsec')*1000 AS"
                  + " INTEGER) END, created) WHERE status IN ('completed','failed')",
              "CREATE INDEX job_finished ON job(finished) WHERE finished IS NOT NULL",
              "CREATE INDEX job_open ON job(session) WHERE finished IS NULL"),
          // What a start asks for after a crash.
          List.of("CREATE INDEX state_writing ON state(session) WHERE applying<>'NOTHING'"),
          // A history grows by rows. What cannot be read stays, so that it is told.
          List.of(
              "CREATE TABLE message(session TEXT NOT NULL, number INTEGER NOT NULL,"
                  + " json TEXT NOT NULL, PRIMARY KEY(session, number)) WITHOUT ROWID",
              "INSERT INTO message SELECT session, key, value FROM state,"
                  + " json_each(CASE WHEN json_valid(messages) THEN messages ELSE '{}' END,"
                  + " '$.messages')",
              "INSERT INTO message SELECT session, 0, messages FROM state"
                  + " WHERE NOT json_valid(messages)",
              "ALTER TABLE state DROP COLUMN messages"));

  private static final List<String> TABLES = List.of("session", "state", "message", "job", "event");

  private Migrations() {}

  static void run(Connection connection, Path file) throws SQLException {
    run(connection, file, STEPS);
    try (Statement statement = connection.createStatement()) {
      for (String table : TABLES) {
        // A file of the right form that lacks a table is told now and not in the middle of work.
        statement.executeQuery("SELECT 1 FROM " + table + " LIMIT 0").close();
      }
    }
  }

  static void run(Connection connection, Path file, List<List<String>> steps) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("PRAGMA busy_timeout=5000");
      int version = version(statement);
      if (version > steps.size()) {
        throw new StoreException(
            "the store "
                + file
                + " was made by a later version of Tenon (form "
                + version
                + ", this one knows "
                + steps.size()
                + "); use that version, or move the file away to begin anew");
      }
      statement.execute("PRAGMA journal_mode=WAL");
      statement.execute("PRAGMA synchronous=NORMAL");
      for (int step = version; step < steps.size(); step++) {
        statement.execute("BEGIN IMMEDIATE");
        for (String sql : steps.get(step)) {
          statement.execute(sql);
        }
        statement.execute("PRAGMA user_version=" + (step + 1));
        statement.execute("COMMIT");
      }
    }
  }

  private static int version(Statement statement) throws SQLException {
    try (ResultSet rows = statement.executeQuery("PRAGMA user_version")) {
      return rows.next() ? rows.getInt(1) : 0;
    }
  }
}
