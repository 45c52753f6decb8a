package dev.tenon.server.store;

import dev.tenon.server.job.Store.StoreException;
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
  private static final List<List<String>> STEPS =
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
                  + " PRIMARY KEY(job, cursor)) WITHOUT ROWID"));

  private Migrations() {}

  static void run(Connection connection, Path file) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("PRAGMA busy_timeout=5000");
      statement.execute("PRAGMA journal_mode=WAL");
      statement.execute("PRAGMA synchronous=NORMAL");
      int version = version(statement);
      if (version > STEPS.size()) {
        throw new StoreException(
            "the store "
                + file
                + " was made by a later version of Tenon (form "
                + version
                + "); use that one, or another file",
            new IllegalStateException("form " + version));
      }
      for (int step = version; step < STEPS.size(); step++) {
        statement.execute("BEGIN IMMEDIATE");
        for (String sql : STEPS.get(step)) {
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
