package dev.tenon.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.script.Step;
import dev.tenon.server.store.Retention;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a server with tight limits keeps. It looks whenever a job was made, and when it starts.
class KeepingTest {
  @TempDir Path folder;
  private Harness server;

  @BeforeEach
  void open() throws Exception {
    server = Harness.in(folder);
    server.file("a.md", "one\n");
  }

  @AfterEach
  void close() throws Exception {
    server.close();
  }

  private void start(Retention retention, Step... steps) {
    server.retention = retention;
    server.answering(steps).start();
  }

  private int status(String session) throws Exception {
    return server.get("/api/agent/sessions/" + session).status();
  }

  @Test
  void newSessionsAndUnsavedBuffersStayAndWhatIsOverGoes() throws Exception {
    start(
        new Retention(2, 40, Duration.ofDays(3)),
        Collections.nCopies(3, Step.says("Done.")).toArray(Step[]::new));
    String over = server.session();
    server.until(server.run(over, "x"), "completed");
    String typed = server.session();
    server.until(server.run(typed, "x"), "completed");
    assertThat(
            server
                .put(
                    "/api/agent/sessions/" + typed + "/buffer",
                    Json.object().put("file_path", "new.md").put("content", "mine\n").build())
                .status())
        .isEqualTo(200);
    String idle = server.session();
    // A new session alone drops nothing.
    assertThat(status(over)).isEqualTo(200);
    String last = server.session();
    String job = server.run(last, "x");
    assertThat(status(over)).isEqualTo(404);
    assertThat(status(typed)).isEqualTo(200);
    assertThat(status(idle)).isEqualTo(200);
    server.until(job, "completed");
    assertThat(
            server.get("/api/agent/sessions/" + typed + "/buffer?file_path=new.md").text("content"))
        .isEqualTo("mine\n");
  }

  @Test
  void aSessionIsReadableWhenItsLastJobIsGone() throws Exception {
    start(
        new Retention(25, 40, Duration.ofSeconds(2)),
        Collections.nCopies(500, Step.says("Done.")).toArray(Step[]::new));
    String session = server.session();
    String job = server.run(session, "x");
    server.until(job, "completed");
    assertThat(
            server
                .put(
                    "/api/agent/sessions/" + session + "/buffer",
                    Json.object().put("file_path", "new.md").put("content", "mine\n").build())
                .status())
        .isEqualTo(200);
    await()
        .atMost(Duration.ofSeconds(60))
        .pollInterval(Duration.ofMillis(300))
        .until(
            () -> {
              server.run(server.session(), "y");
              return server.get("/api/agent/jobs/" + job).status() == 404;
            });
    var read = server.get("/api/agent/sessions/" + session);
    assertThat(read.status()).isEqualTo(200);
    assertThat(read.text("last_job_id")).isEqualTo(job);
    assertThat(read.json().array("chat")).hasSize(2);
  }

  @Test
  void aReviewIsNeverDropped() throws Exception {
    start(
        new Retention(1, 1, Duration.ofDays(3)),
        Harness.proposing(server.edit("e_1", "a.md", 1, 1, "ONE")),
        Step.says("Look."),
        Step.says("Done."));
    String session = server.session();
    String job = server.run(session, "shout");
    server.until(job, "awaiting_review");
    server.post("/api/agent/sessions/" + session + "/archive");
    server.until(server.run(server.session(), "other"), "completed");
    assertThat(server.get("/api/agent/jobs/" + job).text("status")).isEqualTo("awaiting_review");
    assertThat(status(session)).isEqualTo(200);
  }

  @Test
  void aServerThatStartsLetsGoOfWhatHasHadItsTime() throws Exception {
    server
        .answering(
            Step.says("Done."),
            Harness.proposing(server.edit("e_1", "a.md", 1, 1, "ONE")),
            Step.says("Look."))
        .startOnDisk();
    String over = server.session();
    String job = server.run(over, "x");
    server.until(job, "completed");
    String reviewed = server.session();
    String open = server.run(reviewed, "shout");
    server.until(open, "awaiting_review");
    String idle = server.session();
    server.close();
    // As if all of it had been years ago.
    try (var connection =
            java.sql.DriverManager.getConnection(
                "jdbc:sqlite:" + server.home.resolve("server.db"));
        var statement = connection.createStatement()) {
      statement.execute("UPDATE session SET updated=0");
      statement.execute("UPDATE job SET created=0");
      statement.execute("UPDATE job SET finished=0 WHERE finished IS NOT NULL");
    }
    server = Harness.in(folder).answering().startOnDisk();
    assertThat(status(over)).isEqualTo(404);
    assertThat(server.get("/api/agent/jobs/" + job).status()).isEqualTo(404);
    assertThat(status(reviewed)).isEqualTo(200);
    assertThat(status(idle)).isEqualTo(200);
    assertThat(server.get("/api/agent/jobs/" + open).text("status")).isEqualTo("awaiting_review");
  }
}
