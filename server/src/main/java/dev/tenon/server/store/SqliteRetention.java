package dev.tenon.server.store;

import dev.tenon.server.job.record.Store;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// Drops what [Retention] lets go, inside of a transaction. It decides as [Retention#surplus] does,
/// but looks only at what may go: every question has an index.
record SqliteRetention(Database database, Retention retention) {
  static final String OLD_JOBS = "SELECT id FROM job WHERE finished<?";
  static final String FULL_SESSIONS = "SELECT session FROM job GROUP BY session HAVING count(*)>?";
  static final String COUNT_OF_JOBS = "SELECT count(*) FROM job WHERE session=?";
  static final String OVER_JOBS =
      "SELECT id FROM job WHERE session=? AND finished IS NOT NULL ORDER BY created, rowid LIMIT ?";
  static final String COUNT_OF_SESSIONS = "SELECT count(*) FROM session";
  private static final String MISSED_BY_NOBODY =
      " AND NOT EXISTS (SELECT 1 FROM state WHERE state.session=session.id AND unsaved=1)"
          + " AND NOT EXISTS (SELECT 1 FROM job WHERE job.session=session.id AND finished IS NULL)";
  static final String OLD_SESSIONS =
      "SELECT id FROM session WHERE updated<? AND (worked=1 OR status='archived')"
          + " AND NOT EXISTS (SELECT 1 FROM job WHERE job.session=session.id)"
          + MISSED_BY_NOBODY
          + " ORDER BY updated, id";
  static final String SURPLUS_SESSIONS =
      "SELECT id FROM session WHERE status=? AND (worked=1 OR status='archived')"
          + MISSED_BY_NOBODY
          + " ORDER BY updated, id LIMIT ?";

  Store.Collected collect(Instant now) throws SQLException {
    var jobs = new ArrayList<String>();
    var sessions = new ArrayList<String>();
    long before = retention.before(now);
    dropJobs(ids(OLD_JOBS, before), jobs);
    if (retention.jobs() < Integer.MAX_VALUE) {
      for (String session : ids(FULL_SESSIONS, retention.jobs())) {
        dropJobs(ids(OVER_JOBS, session, count(COUNT_OF_JOBS, session) - retention.jobs()), jobs);
      }
    }
    dropSessions(ids(OLD_SESSIONS, before), sessions, jobs);
    if (retention.sessions() < Integer.MAX_VALUE) {
      for (String status : List.of("archived", "active")) {
        long surplus = count(COUNT_OF_SESSIONS) - retention.sessions();
        if (surplus > 0) {
          dropSessions(ids(SURPLUS_SESSIONS, status, surplus), sessions, jobs);
        }
      }
    }
    return new Store.Collected(sessions, jobs);
  }

  private List<String> ids(String sql, Object... values) throws SQLException {
    return database.rows(row -> row.getString(1), sql, values);
  }

  private long count(String sql, Object... values) throws SQLException {
    return database.rows(row -> row.getLong(1), sql, values).getFirst();
  }

  private void dropJobs(List<String> ids, List<String> dropped) throws SQLException {
    for (String id : ids) {
      database.change("DELETE FROM event WHERE job=?", id);
      database.change("DELETE FROM job WHERE id=?", id);
    }
    dropped.addAll(ids);
  }

  private void dropSessions(List<String> ids, List<String> dropped, List<String> jobs)
      throws SQLException {
    for (String id : ids) {
      jobs.addAll(deleteSession(database, id));
    }
    dropped.addAll(ids);
  }

  /// Answers the jobs that went with it.
  static List<String> deleteSession(Database database, String id) throws SQLException {
    List<String> jobs =
        database.rows(row -> row.getString(1), "SELECT id FROM job WHERE session=?", id);
    for (String job : jobs) {
      database.change("DELETE FROM event WHERE job=?", job);
    }
    database.change("DELETE FROM job WHERE session=?", id);
    SqliteHistory.delete(database, id);
    database.change("DELETE FROM state WHERE session=?", id);
    database.change("DELETE FROM session WHERE id=?", id);
    return jobs;
  }
}
