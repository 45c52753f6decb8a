package dev.tenon.server.store;

import dev.tenon.server.job.record.Store;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/// A SQLite store in a folder of its own, and a look into its file.
abstract class SqliteScratch {
  @TempDir Path folder;

  Path file() {
    return folder.resolve("server.db");
  }

  Store open() {
    return open(file());
  }

  static Store open(Path file) {
    return Stores.sqlite(file, Retention.ON_DISK, 3_000, StoreContract.CLOCK);
  }

  void sql(String... statements) throws SQLException {
    try (var connection = Database.connect(file());
        var statement = connection.createStatement()) {
      for (String each : statements) {
        statement.execute(each);
      }
    }
  }

  List<String> column(String query) throws SQLException {
    var values = new ArrayList<String>();
    try (var connection = Database.connect(file());
        var statement = connection.createStatement();
        var rows = statement.executeQuery(query)) {
      while (rows.next()) {
        values.add(String.valueOf(rows.getString(1)));
      }
    }
    return values;
  }
}
