package dev.tenon.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.ModelException;
import dev.tenon.core.model.script.Step;
import dev.tenon.server.job.record.AgentMode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Instructions that are sent while a job of the session is at work: they wait in order, can be
/// cancelled, and survive the end of the server.
class SessionTurnsTest {
  @TempDir Path folder;
  private Harness server;
  private String session = "";

  @BeforeEach
  void open() throws Exception {
    server = Harness.in(folder);
    server.file("a.md", "one\n");
    server.models.put(AgentMode.Side.REMOTE, new ByInstruction());
    server.startOnDisk();
    session = server.session();
  }

  @AfterEach
  void close() throws Exception {
    server.close();
  }

  private Harness.Got queue(String instruction) throws Exception {
    return server.post(
        "/api/agent/run",
        Json.object()
            .put("session_id", session)
            .put("instruction", instruction)
            .put("queue", true)
            .build());
  }

  private String queued(String instruction) throws Exception {
    Harness.Got got = queue(instruction);
    assertThat(got.status()).isEqualTo(202);
    return got.text("job_id");
  }

  private String begun(String instruction, String status) throws Exception {
    String job = queued(instruction);
    server.until(job, status);
    return job;
  }

  private Json.Obj job(String id) throws Exception {
    return server.get("/api/agent/jobs/" + id).json();
  }

  private String last() throws Exception {
    return server.get("/api/agent/sessions/" + session).text("last_job_id");
  }

  @Test
  void theyWaitInOrderAndEachBeginsWhenTheOneBeforeItIsOver() throws Exception {
    String first = begun("hang", "running");
    Harness.Got got = queue("and hang");
    String second = got.text("job_id");
    assertThat(got.text("behind")).isEqualTo(first);
    String third = queued("greet");
    String fourth = queued("greet again");
    assertThat(job(second).number("queue_position", 0)).isEqualTo(1);
    assertThat(job(fourth).number("queue_position", 0)).isEqualTo(3);
    assertThat(job(fourth).string("behind")).isEqualTo(third);
    assertThat(server.get("/api/agent/jobs?status=queued").json().objects("jobs"))
        .extracting(each -> each.string("behind"))
        .containsExactly(first, second, third);
    assertThat(last()).as("the one that runs").isEqualTo(first);
    assertThat(server.post("/api/agent/sessions/" + session + "/archive").status()).isEqualTo(409);
    Json.Obj cancelled = server.cancel(third).json();
    assertThat(cancelled.objectOrEmpty("error").string("code")).isEqualTo("cancelled");
    assertThat(job(fourth).string("behind")).isEqualTo(second);
    assertThat(job(second).string("status")).as("its turn has not come").isEqualTo("queued");
    server.cancel(first);
    server.until(second, "running");
    assertThat(last()).isEqualTo(second);
    server.cancel(second);
    server.until(fourth, "completed");
    assertThat(last()).isEqualTo(fourth);
    assertThat(server.types(fourth)).startsWith("job.queued", "job.started");
    String idle = begun("greet", "completed");
    assertThat(last()).as("nothing to wait for").isEqualTo(idle);
  }

  @Test
  void withoutAWishToWaitItIsRefusedAndNotTooManyMayWait() throws Exception {
    String first = begun("hang", "running");
    Harness.Got refused =
        server.post(
            "/api/agent/run",
            Json.object().put("session_id", session).put("instruction", "greet").build());
    assertThat(refused.error().string("code")).isEqualTo("job_running");
    for (int i = 0; i < 20; i++) {
      queued("greet " + i);
    }
    Harness.Got full = queue("one more");
    assertThat(full.status()).isEqualTo(429);
    assertThat(full.error().string("code")).isEqualTo("queue_full");
    assertThat(full.error().string("message", "")).contains("20 jobs of this session wait");
    for (Json.Obj each : server.get("/api/agent/jobs?status=queued").json().objects("jobs")) {
      server.cancel(each.string("job_id", ""));
    }
    server.cancel(first);
    begun("greet", "completed");
  }

  @Test
  void aReviewHoldsThemOverARestartUntilItIsOver() throws Exception {
    String first = begun("edit a.md", "awaiting_review");
    String second = queued("greet");
    assertThat(job(second).string("status")).isEqualTo("queued");
    server.restart();
    assertThat(job(second).string("status")).isEqualTo("queued");
    assertThat(job(second).string("behind")).isEqualTo(first);
    List<String> hunks = Harness.hunks(job(first).objectOrEmpty("diff_bundle"));
    assertThat(server.review(first, "accept", hunks).status()).isEqualTo(200);
    assertThat(server.apply(session, first, hunks).status()).isEqualTo(200);
    server.until(second, "completed");
    assertThat(server.file("a.md")).isEqualTo("ONE\n");
  }

  @Test
  void behindAJobThatFailedOrWasInterruptedTheyWaitForAPerson() throws Exception {
    String first = begun("hang", "running");
    String second = queued("greet");
    server.restart();
    assertThat(job(first).objectOrEmpty("error").string("code")).isEqualTo("interrupted");
    assertThat(job(second).string("status")).as("it may build on it").isEqualTo("queued");
    assertThat(server.post("/api/agent/jobs/" + first + "/resume").status()).isEqualTo(202);
    server.until(first, "running");
    assertThat(server.post("/api/agent/jobs/" + second + "/resume").error().string("code"))
        .isEqualTo("job_running");
    server.restart();
    assertThat(server.post("/api/agent/jobs/" + second + "/resume").status()).isEqualTo(202);
    server.until(second, "completed");
    // One that the model made fail holds them, too.
    server.answering(
        Step.answer().hanging(),
        Step.fails(ModelException.Kind.INVALID_REQUEST, "out of order"),
        Step.says("I go on."));
    String third = begun("wait", "running");
    String fourth = queued("fail");
    String fifth = queued("go on");
    server.cancel(third);
    server.until(fourth, "failed");
    await()
        .during(Duration.ofMillis(300))
        .atMost(Duration.ofSeconds(20))
        .until(() -> "queued".equals(job(fifth).string("status")));
    assertThat(server.post("/api/agent/jobs/" + fifth + "/resume").status()).isEqualTo(202);
    server.until(fifth, "completed");
  }
}
