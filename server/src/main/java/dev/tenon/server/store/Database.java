package dev.tenon.server.store;

import dev.tenon.core.text.IoFailure;
import dev.tenon.server.job.record.Store.StoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/// One SQLite file with one connection, used by one thread at a time and by one process.
final class Database implements AutoCloseable {
  private final Path file;
  private final StoreLock owned;
  private final Connection connection;
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<String, PreparedStatement> prepared = new HashMap<>();

  private Database(Path file, StoreLock owned, Connection connection) {
    this.file = file;
    this.owned = owned;
    this.connection = connection;
  }

  /// Opens the file for this process alone and brings it to the present form. What cannot be opened
  /// is left as it was.
  static Database open(Path file) {
    try {
      Path folder = file.toAbsolutePath().getParent();
      if (folder != null) {
        Files.createDirectories(folder);
      }
      StoreLock owned = StoreLock.take(file);
      Connection connection = null;
      try {
        connection = connect(file);
        Migrations.run(connection, file);
        return new Database(file, owned, connection);
      } catch (SQLException | StoreException refused) {
        if (connection != null) {
          connection.close();
        }
        owned.close();
        throw refused;
      }
    } catch (SQLException broken) {
      throw explained(file, broken);
    } catch (IOException unusable) {
      throw new StoreException(
          "the store "
              + file
              + " cannot be opened ("
              + IoFailure.named(unusable)
              + "); make its folder writable, choose another with TENON_HOME, or serve with"
              + " --store memory",
          unusable);
    }
  }

  /// As an address, because a question mark in a plain path would begin options.
  static Connection connect(Path file) throws SQLException {
    return DriverManager.getConnection("jdbc:sqlite:" + file.toAbsolutePath().toUri());
  }

  /// Something to do with the database.
  @FunctionalInterface
  interface Work<T> {
    T on(Database database) throws SQLException;
  }

  /// Does all of it or nothing.
  <T> T transaction(Work<T> work) {
    return alone(
        database -> {
          connection.setAutoCommit(false);
          boolean done = false;
          try {
            T result = work.on(database);
            connection.commit();
            done = true;
            return result;
          } finally {
            if (!done) {
              rollback();
            }
            connection.setAutoCommit(true);
          }
        });
  }

  /// SQLite ends a transaction by itself when there is no room for it, which JDBC does not notice.
  private void rollback() throws SQLException {
    try {
      connection.rollback();
    } catch (SQLException over) {
      if (!String.valueOf(over.getMessage()).contains("no transaction is active")) {
        throw over;
      }
      try (Statement statement = connection.createStatement()) {
        statement.execute("BEGIN");
      }
    }
  }

  /// Does one thing that is whole by itself.
  <T> T alone(Work<T> work) {
    lock.lock();
    try {
      return work.on(this);
    } catch (SQLException broken) {
      throw explained(file, broken);
    } finally {
      lock.unlock();
    }
  }

  int change(String sql, @Nullable Object... values) throws SQLException {
    return bound(sql, values).executeUpdate();
  }

  /// What is made of a row.
  @FunctionalInterface
  interface Row<T> {
    T of(ResultSet row) throws SQLException;
  }

  <T> List<T> rows(Row<T> reading, String sql, @Nullable Object... values) throws SQLException {
    var found = new ArrayList<T>();
    try (ResultSet rows = bound(sql, values).executeQuery()) {
      while (rows.next()) {
        found.add(reading.of(rows));
      }
    }
    return found;
  }

  private PreparedStatement bound(String sql, @Nullable Object... values) throws SQLException {
    PreparedStatement statement = prepared.get(sql);
    if (statement == null) {
      statement = connection.prepareStatement(sql);
      prepared.put(sql, statement);
    }
    for (int i = 0; i < values.length; i++) {
      statement.setObject(i + 1, values[i]);
    }
    return statement;
  }

  /// What is wrong and what can be done about it.
  static StoreException explained(Path file, SQLException broken) {
    SQLiteErrorCode code =
        broken instanceof SQLiteException known
            ? known.getResultCode()
            : SQLiteErrorCode.UNKNOWN_ERROR;
    // Extended codes have the kind in their lowest byte.
    int kind = code.code & 0xff;
    String message;
    if (kind == SQLiteErrorCode.SQLITE_NOTADB.code) {
      message = "is no SQLite database; move it away to begin anew, or serve with --store memory";
    } else if (kind == SQLiteErrorCode.SQLITE_CORRUPT.code) {
      message =
          "is damaged; end the server, move the file away and begin anew ('sqlite3 FILE .recover'"
              + " may save most of it)";
    } else if (kind == SQLiteErrorCode.SQLITE_READONLY.code
        || kind == SQLiteErrorCode.SQLITE_CANTOPEN.code
        || kind == SQLiteErrorCode.SQLITE_PERM.code) {
      message =
          "cannot be written; make it and its folder writable, choose another with TENON_HOME, or"
              + " serve with --store memory";
    } else if (kind == SQLiteErrorCode.SQLITE_FULL.code) {
      message = "does not fit on its disk any more; make room and try again";
    } else if (kind == SQLiteErrorCode.SQLITE_BUSY.code) {
      message = "is locked by another program; close that one and try again";
    } else {
      message = "broke";
    }
    return new StoreException(
        "the store " + file + " " + message + ": " + broken.getMessage(), broken);
  }

  @Override
  public void close() {
    lock.lock();
    try {
      connection.close();
      owned.close();
    } catch (SQLException broken) {
      throw explained(file, broken);
    } catch (IOException broken) {
      throw new StoreException(
          "the store " + file + " cannot be closed: " + IoFailure.named(broken), broken);
    } finally {
      lock.unlock();
    }
  }
}
