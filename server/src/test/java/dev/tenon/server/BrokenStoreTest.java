package dev.tenon.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.script.Step;
import dev.tenon.server.job.record.JobStatus;
import dev.tenon.server.job.record.Store;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A store that refuses at the worst moment, and a program that dies there: files, review and job
/// agree in the end.
class BrokenStoreTest {
  @TempDir Path folder;
  private Harness server;
  private BreakableStore store;

  @BeforeEach
  void open() throws Exception {
    server = Harness.in(folder);
    server.file("a.md", "one\n");
    server.file("b.md", "one\n");
    server.around =
        real -> {
          store = new BreakableStore(real);
          return store;
        };
  }

  @AfterEach
  void close() throws Exception {
    store.mend();
    server.close();
  }

  private String underReview() throws Exception {
    server
        .answering(
            Harness.proposing(
                server.edit("e_1", "a.md", 1, 1, "ONE"), server.edit("e_2", "b.md", 1, 1, "ONE")),
            Step.says("Done."),
            Step.says("And more."))
        .startOnDisk();
    String job = server.run(server.session(), "shout");
    server.until(job, "awaiting_review");
    return job;
  }

  private Json.Obj job(String id) throws Exception {
    return server.get("/api/agent/jobs/" + id).json();
  }

  private String sessionOf(String id) throws Exception {
    return job(id).string("session_id", "");
  }

  private List<String> hunks(String job) throws Exception {
    return Harness.hunks(server.get("/api/agent/jobs/" + job + "/diff").json());
  }

  @Test
  void whatWasWrittenBeforeTheProgramDiedIsCompletedByTheNextOne() throws Exception {
    String job = underReview();
    String session = sessionOf(job);
    List<String> hunks = hunks(job);
    store.breakAt(JobStatus.COMPLETED);
    var refused = server.apply(session, job, hunks.subList(0, 1));
    assertThat(refused.status()).isEqualTo(507);
    assertThat(refused.error().string("message")).contains("the files were written");
    assertThat(server.file("a.md")).isEqualTo("ONE\n");
    server.restart();
    Json.Obj after = job(job);
    assertThat(after.string("status")).isEqualTo("completed");
    assertThat(server.types(job)).endsWith("apply.started", "apply.completed");
    Json.Obj result = server.events(job).getLast().objectOrEmpty("data");
    assertThat(result.objects("applied_files"))
        .extracting(file -> file.number("applied_hunks", -1))
        .containsExactly(1L, 0L);
    assertThat(server.get("/api/agent/jobs/" + job + "/diff").json().array("files")).isEmpty();
    assertThat(server.file("a.md") + server.file("b.md")).isEqualTo("ONE\none\n");
    assertThat(server.apply(session, job, hunks).error().string("code"))
        .isEqualTo("not_awaiting_review");
  }

  @Test
  void aJobWhoseEndCouldNotBeNotedIsCompletedWhenThereIsRoomAgain() throws Exception {
    String job = underReview();
    String session = sessionOf(job);
    store.breakAt(JobStatus.COMPLETED);
    assertThat(server.apply(session, job, hunks(job)).status()).isEqualTo(507);
    assertThat(server.review(job, "reject", hunks(job)).status()).isEqualTo(507);
    store.mend();
    assertThat(job(job).string("status")).isEqualTo("completed");
    server.until(server.run(session, "more"), "completed");
    assertThat(server.file("a.md") + server.file("b.md")).isEqualTo("ONE\nONE\n");
  }

  @Test
  void aSaveThatHadHappenedIsNoConflictAfterwards() throws Exception {
    String job = underReview();
    String session = sessionOf(job);
    List<String> hunks = hunks(job);
    server.review(job, "accept", hunks.subList(0, 1));
    store.refuses =
        entry -> entry instanceof Store.Entry.OfState state && state.state().writing().isEmpty();
    assertThat(server.save(session).status()).isEqualTo(507);
    assertThat(server.file("a.md")).isEqualTo("ONE\n");
    server.restart();
    assertThat(job(job).string("status")).isEqualTo("awaiting_review");
    assertThat(hunks(job)).isEqualTo(hunks.subList(1, 2));
    assertThat(server.apply(session, job, hunks.subList(1, 2)).status()).isEqualTo(200);
    assertThat(server.file("b.md")).isEqualTo("ONE\n");
  }

  /// As if the program had been killed after the note and before the write.
  @Test
  void aWriteThatNeverHappenedLeavesTheReviewAsItWas() throws Exception {
    String job = underReview();
    List<String> hunks = hunks(job);
    server.review(job, "reject", hunks.subList(1, 2));
    server.close();
    try (var connection =
            java.sql.DriverManager.getConnection(
                "jdbc:sqlite:" + folder.resolve("home/server.db"));
        var statement = connection.prepareStatement("UPDATE state SET applying=?")) {
      statement.setString(1, new Store.Writing(job, "nevermade", hunks).toJson().compact());
      assertThat(statement.executeUpdate()).isOne();
    }
    server = Harness.in(folder);
    server.around = real -> store = new BreakableStore(real);
    server.answering().startOnDisk();
    assertThat(job(job).string("status")).isEqualTo("awaiting_review");
    Json.Obj bundle = server.get("/api/agent/jobs/" + job + "/diff").json();
    assertThat(bundle.objects("files"))
        .extracting(file -> file.objects("hunks").getFirst().get("accepted") instanceof Json.Bool)
        .containsExactly(false, true);
    assertThat(server.file("a.md")).isEqualTo("one\n");
    assertThat(server.apply(sessionOf(job), job, hunks).status()).isEqualTo(200);
  }

  @Test
  void aDecisionThatCannotBeStoredIsNotTaken() throws Exception {
    String job = underReview();
    String session = sessionOf(job);
    Json.Obj before = server.get("/api/agent/jobs/" + job + "/diff").json();
    store.refuses = entry -> true;
    assertThat(server.review(job, "accept_all", List.of()).status()).isEqualTo(507);
    assertThat(server.type(session, "a.md", "mine\n").status()).isEqualTo(507);
    assertThat(server.apply(session, job, List.of()).status()).isEqualTo(507);
    assertThat(server.cancel(job).status()).isEqualTo(507);
    assertThat(server.post("/api/agent/jobs/" + job + "/rerun").status()).isEqualTo(507);
    assertThat(server.get("/api/agent/jobs/" + job + "/diff").json()).isEqualTo(before);
    assertThat(job(job).string("status")).isEqualTo("awaiting_review");
    store.mend();
    assertThat(server.buffer(session, "a.md")).isEqualTo("ONE\n");
    assertThat(server.apply(session, job, hunks(job)).status()).isEqualTo(200);
    assertThat(server.types(job).stream().filter("apply.started"::equals)).hasSize(1);
  }

  @Test
  void aJobThatCannotBeStoredFailsAndItsSessionIsFree() throws Exception {
    server
        .answering(
            Harness.proposing(server.edit("e_1", "a.md", 1, 1, "ONE")),
            Step.calls("clarify_user", Json.object().put("question", "Go?").build()),
            Step.says("Again."))
        .startOnDisk();
    String session = server.session();
    String job = server.run(session, "shout");
    server.until(job, "waiting_for_user");
    store.refuses = entry -> true;
    var unanswered =
        server.post(
            "/api/agent/jobs/" + job + "/clarify",
            Json.object().put("question_id", "q_1").put("answer", "go").build());
    assertThat(unanswered.status()).isEqualTo(507);
    assertThat(job(job).string("status")).isEqualTo("waiting_for_user");
    store.refuses =
        entry ->
            (entry instanceof Store.Entry.OfJob it && it.job().status() != JobStatus.RUNNING)
                || entry instanceof Store.Entry.OfState;
    server.post(
        "/api/agent/jobs/" + job + "/clarify",
        Json.object().put("question_id", "q_1").put("answer", "go").build());
    Json.Obj failed = server.until(job, "failed");
    assertThat(failed.objectOrEmpty("error").string("code")).isEqualTo("store_failed");
    assertThat(server.types(job)).endsWith("job.failed");
    assertThat(server.get("/api/agent/sessions/" + session + "/buffers").json().array("buffers"))
        .isEmpty();
    store.mend();
    server.until(server.run(session, "again"), "completed");
    assertThat(server.file("a.md")).isEqualTo("one\n");
  }
}
