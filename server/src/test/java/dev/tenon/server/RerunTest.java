package dev.tenon.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import dev.tenon.server.job.record.AgentMode;
import dev.tenon.server.job.run.JobLimits;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Running again: the review that it replaces is lost only when the new job is in.
class RerunTest {
  @TempDir Path folder;
  private Harness server;
  private String session;
  private String job;
  private Json.Obj review;

  @BeforeEach
  void open() throws Exception {
    server = Harness.in(folder);
    server.models.put(AgentMode.Side.REMOTE, new ByInstruction());
    server.limits = JobLimits.DEFAULT.withQueue(1, 1);
    server.file("a.md", "one\n");
    server.start();
    session = server.session();
    job = server.run(session, "edit a.md");
    server.until(job, "awaiting_review");
    review = server.get("/api/agent/jobs/" + job + "/diff").json();
  }

  @AfterEach
  void close() throws Exception {
    server.close();
  }

  private Harness.Got rerun() throws Exception {
    return server.post("/api/agent/jobs/" + job + "/rerun");
  }

  private void untouched() throws Exception {
    assertThat(server.get("/api/agent/jobs/" + job).text("status")).isEqualTo("awaiting_review");
    assertThat(server.get("/api/agent/jobs/" + job + "/diff").json()).isEqualTo(review);
    assertThat(server.get("/api/agent/sessions/" + session).text("last_job_id")).isEqualTo(job);
  }

  @Test
  void aFullQueueRefusesIt() throws Exception {
    String hanging = server.run(server.session(), "hang");
    server.until(hanging, "running");
    String waiting = server.run(server.session(), "greet");
    var refused = rerun();
    assertThat(refused.status()).isEqualTo(429);
    assertThat(refused.error().string("code")).isEqualTo("queue_full");
    untouched();
    var full =
        server.post(
            "/api/agent/run",
            Json.object().put("session_id", server.session()).put("instruction", "x").build());
    assertThat(full.status()).isEqualTo(429);
    server.cancel(hanging);
    server.until(waiting, "completed");
    assertThat(rerun().status()).isEqualTo(202);
  }

  @Test
  void anArchivedSessionRefusesIt() throws Exception {
    assertThat(server.post("/api/agent/sessions/" + session + "/archive").status()).isEqualTo(200);
    assertThat(rerun().error().string("code")).isEqualTo("session_archived");
    assertThat(server.review(job, "accept_all", java.util.List.of()).error().string("code"))
        .isEqualTo("session_archived");
    server.post("/api/agent/sessions/" + session + "/unarchive");
    untouched();
  }

  @Test
  void theNewJobSaysWhatItReplaced() throws Exception {
    server.type(session, "mine.md", "mine\n");
    var rerun = rerun();
    assertThat(rerun.status()).isEqualTo(202);
    Json.Obj old = server.get("/api/agent/jobs/" + job).json();
    assertThat(old.objectOrEmpty("error").string("code")).isEqualTo("superseded");
    assertThat(old.objectOrEmpty("error").string("message")).contains(rerun.text("job_id"));
    server.until(rerun.text("job_id"), "awaiting_review");
    assertThat(server.buffer(session, "a.md")).isEqualTo("ONE\n");
    assertThat(server.buffer(session, "mine.md")).isEqualTo("mine\n");
  }
}
