package dev.tenon.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import dev.tenon.server.job.record.AgentMode;
import dev.tenon.server.job.run.JobLimits;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Ending jobs in every state, and against everything else that may happen at the same moment.
class CancelTest {
  private static final int ROUNDS = 25;

  @TempDir Path folder;
  private Harness server;

  @BeforeEach
  void open() throws Exception {
    server = Harness.in(folder);
    server.models.put(AgentMode.Side.REMOTE, new ByInstruction());
    server.models.put(AgentMode.Side.LOCAL, new ByInstruction());
  }

  @AfterEach
  void close() throws Exception {
    server.close();
  }

  private void cancelled(Harness.Got answer) {
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.text("status")).isEqualTo("failed");
    assertThat(answer.json().objectOrEmpty("error").string("code")).isEqualTo("cancelled");
  }

  @Test
  void theAnswerTellsTheEndInEveryState() throws Exception {
    server.limits = JobLimits.DEFAULT.withQueue(1, 10);
    server.file("a.md", "one\n");
    server.start();
    String session = server.session();
    String hanging = server.run(session, "hang");
    server.until(hanging, "running");
    String queued = server.run(server.session(), "edit a.md");
    server.until(queued, "queued");
    cancelled(server.cancel(queued));
    assertThat(server.types(queued)).containsExactly("job.queued", "job.failed");
    cancelled(server.cancel(hanging));
    String asking = server.run(session, "ask");
    server.until(asking, "waiting_for_user");
    cancelled(server.cancel(asking));
    String edits = server.run(session, "edit a.md");
    server.until(edits, "awaiting_review");
    cancelled(server.cancel(edits));
    assertThat(server.buffer(session, "a.md")).isEqualTo("one\n");
    assertThat(server.cancel(edits).error().string("code")).isEqualTo("job_over");
    String done = server.run(session, "greet");
    server.until(done, "completed");
    assertThat(server.cancel(done).status()).isEqualTo(409);
    assertThat(server.cancel("job_none").status()).isEqualTo(404);
  }

  @Test
  void thePersonsOwnEditsOutliveTheJob() throws Exception {
    server.file("a.md", "one\n2\n3\n4\n5\n6\n7\n8\nnine\n");
    server.file("mine.md", "x\n");
    server.start();
    String session = server.session();
    String job = server.run(session, "edit a.md");
    server.until(job, "awaiting_review");
    server.type(session, "a.md", "ONE\n2\n3\n4\n5\n6\n7\n8\nNINE\n");
    server.type(session, "mine.md", "y\n");
    cancelled(server.cancel(job));
    assertThat(server.buffer(session, "a.md")).isEqualTo("one\n2\n3\n4\n5\n6\n7\n8\nNINE\n");
    assertThat(server.save(session).status()).isEqualTo(200);
    assertThat(server.file("a.md")).isEqualTo("one\n2\n3\n4\n5\n6\n7\n8\nNINE\n");
    assertThat(server.file("mine.md")).isEqualTo("y\n");
  }

  @Test
  void aCancelledHybridJobDoesNotGoOnWithTheOtherModel() throws Exception {
    server.start();
    String job =
        server
            .post(
                "/api/agent/run",
                Json.object()
                    .put("session_id", server.session())
                    .put("instruction", "hang")
                    .put("agent_mode", "hybrid_auto")
                    .build())
            .text("job_id");
    server.until(job, "running");
    cancelled(server.cancel(job));
    assertThat(server.types(job).stream().filter("provider.selected"::equals))
        .hasSizeLessThanOrEqualTo(1);
  }

  /// Does everything at the same moment and answers what came of it, in order.
  private static List<Harness.Got> together(List<Callable<Harness.Got>> calls) throws Exception {
    var barrier = new CyclicBarrier(calls.size());
    var results = new ArrayList<Harness.Got>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var futures = new ArrayList<Future<Harness.Got>>();
      for (Callable<Harness.Got> call : calls) {
        futures.add(
            threads.submit(
                () -> {
                  barrier.await();
                  return call.call();
                }));
      }
      for (Future<Harness.Got> future : futures) {
        results.add(future.get());
      }
    }
    return results;
  }

  @Test
  void oneOfCancelApplyAndRerunWinsAReview() throws Exception {
    server.start();
    String session = server.session();
    for (int round = 0; round < ROUNDS; round++) {
      String file = "r" + round + ".md";
      server.file(file, "one\n");
      String job = server.run(session, "edit " + file);
      List<String> hunks =
          Harness.hunks(server.until(job, "awaiting_review").objectOrEmpty("diff_bundle"));
      List<Harness.Got> answers =
          together(
              List.of(
                  () -> server.cancel(job),
                  () -> server.apply(session, job, hunks),
                  () -> server.apply(session, job, List.of()),
                  () -> server.post("/api/agent/jobs/" + job + "/rerun"),
                  () -> server.review(job, "accept", hunks),
                  () -> server.save(session)));
      String what = "round " + round + ": " + answers.stream().map(Harness.Got::status).toList();
      assertThat(answers)
          .as(what)
          .allMatch(got -> List.of(200, 202, 409, 404).contains(got.status()));
      assertThat(answers.subList(0, 3).stream().filter(got -> got.status() == 200).count())
          .as(what)
          .isLessThanOrEqualTo(1);
      Json.Obj end = server.get("/api/agent/jobs/" + job).json();
      String status = end.string("status", "");
      String code = end.objectOrEmpty("error").string("code", "");
      boolean saved = server.file(file).equals("ONE\n");
      if (answers.get(0).status() == 200) {
        assertThat(status + " " + code).as(what).isEqualTo("failed cancelled");
      } else if (answers.get(1).status() == 200) {
        assertThat(status).as(what).isEqualTo("completed");
        assertThat(saved).as(what).isTrue();
      } else if (answers.get(2).status() == 200) {
        assertThat(status).as(what).isEqualTo("completed");
      } else {
        // A rerun took its place, or the save wrote all of it.
        assertThat(status + " " + code).as(what).isIn("failed superseded", "completed ");
      }
      List<String> types = server.types(job);
      assertThat(
              types.stream().filter(it -> it.equals("job.failed") || it.equals("apply.completed")))
          .as(what + types)
          .hasSize(1);
      String rerun = answers.get(3).text("job_id");
      if (!rerun.isEmpty() && answers.get(3).status() == 202) {
        org.awaitility.Awaitility.await()
            .atMost(Duration.ofSeconds(60))
            .until(
                () ->
                    List.of("awaiting_review", "completed", "failed")
                        .contains(server.get("/api/agent/jobs/" + rerun).text("status")));
        server.cancel(rerun);
      }
    }
  }

  @Test
  void aCancelAtAnyMomentOfARunLeavesNothingBehind() throws Exception {
    server.start();
    var random = new Random(7);
    for (int round = 0; round < ROUNDS; round++) {
      String file = "c" + round + ".md";
      server.file(file, "one\n");
      String session = server.session();
      String job = server.run(session, "edit " + file);
      int cursor = random.nextInt(8);
      server.get("/api/agent/jobs/" + job + "/events?wait_ms=30000&cursor=" + cursor);
      cancelled(server.cancel(job));
      assertThat(server.get("/api/agent/sessions/" + session + "/buffers").json().array("buffers"))
          .as("round " + round + ", after event " + cursor)
          .isEmpty();
      assertThat(server.types(job)).endsWith("job.failed");
    }
  }

  @Test
  void ofTwoAnswersOneCountsAndACancelEndsBoth() throws Exception {
    server.start();
    for (int round = 0; round < ROUNDS; round++) {
      String job = server.run(server.session(), "ask");
      server.until(job, "waiting_for_user");
      String clarify = "/api/agent/jobs/" + job + "/clarify";
      Json.Obj one = Json.object().put("question_id", "q_1").put("answer", "one").build();
      Json.Obj two = Json.object().put("question_id", "q_1").put("answer", "two").build();
      boolean cancelling = round % 2 == 0;
      var calls = new ArrayList<Callable<Harness.Got>>();
      calls.add(() -> server.post(clarify, one));
      calls.add(() -> server.post(clarify, two));
      if (cancelling) {
        calls.add(() -> server.cancel(job));
      }
      List<Harness.Got> answers = together(calls);
      long won = answers.subList(0, 2).stream().filter(got -> got.status() == 200).count();
      assertThat(answers).allMatch(got -> got.status() == 200 || got.status() == 409);
      assertThat(won).isBetween(cancelling ? 0L : 1L, 1L);
      assertThat(server.types(job).stream().filter("clarification.received"::equals))
          .hasSize((int) won);
      if (cancelling) {
        cancelled(answers.get(2));
      } else {
        server.cancel(job);
      }
    }
  }
}
