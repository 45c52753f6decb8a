package dev.tenon.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import dev.tenon.server.job.record.AgentMode;
import dev.tenon.server.store.Retention;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the store has dropped is nowhere any more.
class PurgeTest {
  @TempDir Path folder;
  private Harness server;

  @BeforeEach
  void open() throws Exception {
    server = Harness.in(folder);
    server.models.put(AgentMode.Side.REMOTE, new ByInstruction());
  }

  @AfterEach
  void close() throws Exception {
    server.close();
  }

  @Test
  void aDroppedSessionDoesNotComeBack() throws Exception {
    server.retention = new Retention(3, 40, Duration.ofDays(3));
    server.file("a.md", "one\n");
    server.start();
    String first = server.session();
    String job = server.run(first, "greet");
    server.until(job, "completed");
    String kept = server.session();
    String review = server.run(kept, "edit a.md");
    server.until(review, "awaiting_review");
    for (int i = 0; i < 5; i++) {
      server.until(server.run(server.session(), "greet"), "completed");
    }
    assertThat(server.get("/api/agent/sessions/" + first).status()).isEqualTo(404);
    assertThat(server.get("/api/agent/jobs/" + job).status()).isEqualTo(404);
    assertThat(server.buffer(first, "a.md")).isEqualTo("unknown_session");
    assertThat(server.post("/api/agent/sessions/" + first + "/archive").status()).isEqualTo(404);
    var run =
        server.post(
            "/api/agent/run",
            Json.object().put("session_id", first).put("instruction", "greet").build());
    assertThat(run.error().string("code")).isEqualTo("unknown_session");
    assertThat(server.get("/api/agent/sessions/" + first).status()).isEqualTo(404);
    assertThat(server.get("/api/agent/jobs/" + review).text("status")).isEqualTo("awaiting_review");
  }

  @Test
  void aSessionOutlivesItsLastJob() throws Exception {
    server.startOnDisk();
    String session = server.session();
    server.until(server.run(session, "greet"), "completed");
    server.close();
    try (var connection =
            DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("home/server.db"));
        var statement = connection.createStatement()) {
      assertThat(statement.executeUpdate("DELETE FROM job")).isOne();
    }
    Harness second = Harness.in(folder);
    second.models.put(AgentMode.Side.REMOTE, new ByInstruction());
    server = second.startOnDisk();
    var found = server.get("/api/agent/sessions/" + session);
    assertThat(found.status()).isEqualTo(200);
    assertThat(found.json().get("pending_review")).isEqualTo(Json.Null.VALUE);
    server.until(server.run(session, "greet"), "completed");
  }
}
