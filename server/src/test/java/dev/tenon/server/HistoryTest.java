package dev.tenon.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.script.Step;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The history of a session on disk grows by what is new.
class HistoryTest {
  private static final int CALLS = 10;

  @TempDir Path folder;

  @Test
  void everyMessageOfAJobIsWrittenOnce() throws Exception {
    Harness server = Harness.in(folder);
    server.file("a.md", "text ".repeat(500) + "\n");
    var steps = new ArrayList<Step>();
    for (int i = 0; i < CALLS; i++) {
      steps.add(Step.calls("read_file", Json.object().put("file_path", "a.md").build()));
    }
    steps.add(Step.says("Read it."));
    steps.add(Step.says("Once more."));
    server.answering(steps.toArray(Step[]::new)).startOnDisk();
    count();
    String session = server.session();
    server.until(server.run(session, "read"), "completed");
    server.until(server.run(session, "again"), "completed");
    server.close();
    // Two prompts, each call with its result, two answers.
    int messages = 2 + 2 * CALLS + 2;
    assertThat(number("SELECT count(*) FROM message")).isEqualTo(messages);
    assertThat(number("SELECT count(*) FROM counted")).isEqualTo(messages);

    Harness again = Harness.in(folder).answering(Step.says("Hello.")).startOnDisk();
    assertThat(again.get("/api/agent/sessions/" + session).json().array("chat")).hasSize(messages);
    again.until(again.run(session, "greet"), "completed");
    again.close();
    assertThat(number("SELECT count(*) FROM counted")).isEqualTo(messages + 2);
  }

  /// Counts everything that is written into the table of messages.
  private void count() throws SQLException {
    try (var connection = DriverManager.getConnection("jdbc:sqlite:" + database());
        var statement = connection.createStatement()) {
      statement.execute("CREATE TABLE counted(number INTEGER)");
      for (String change : new String[] {"INSERT", "UPDATE", "DELETE"}) {
        statement.execute(
            "CREATE TRIGGER counts_"
                + change
                + " AFTER "
                + change
                + " ON message"
                + " BEGIN INSERT INTO counted VALUES (1); END");
      }
    }
  }

  private Path database() {
    return folder.resolve("home/server.db");
  }

  private int number(String query) throws SQLException {
    try (var connection = DriverManager.getConnection("jdbc:sqlite:" + database());
        var statement = connection.createStatement();
        var rows = statement.executeQuery(query)) {
      return rows.getInt(1);
    }
  }
}
