package dev.tenon.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.ModelException;
import dev.tenon.core.model.script.ScriptedModel;
import dev.tenon.core.model.script.Step;
import dev.tenon.server.job.record.AgentMode;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ApiTest {
  @TempDir Path folder;
  private Harness server;

  @BeforeEach
  void open() throws Exception {
    server = Harness.in(folder);
    server.file("notes/a.md", "one\ntwo\nthree\n");
    server.file("notes/b.md", "alpha\nbeta\n");
  }

  @AfterEach
  void close() throws Exception {
    server.close();
  }

  @Test
  void aJobProposesEditsThatAreReviewedAndAppliedHunkByHunk() throws Exception {
    server
        .answering(
            Step.calls("search_project", Json.object().put("query", "two").build()),
            Harness.proposing(
                server.edit("e_1", "notes/a.md", 2, 2, "TWO"),
                server.edit("e_2", "notes/b.md", 1, 1, "ALPHA")),
            Step.says("Done."))
        .start();
    String session = server.session();
    String job = server.run(session, "shout");
    Json.Obj bundle = server.until(job, "awaiting_review").objectOrEmpty("diff_bundle");
    assertThat(bundle.string("job_id")).isEqualTo(job);
    assertThat(bundle.objects("files"))
        .extracting(file -> file.string("file_path"))
        .containsExactly("notes/a.md", "notes/b.md");
    assertThat(bundle.objects("files").getFirst().objects("hunks").getFirst().get("edit_ids"))
        .hasToString("[\"e_1\"]");
    assertThat(server.file("notes/a.md")).isEqualTo("one\ntwo\nthree\n");
    var applied = apply(session, job, Harness.hunks(bundle).subList(0, 1));
    assertThat(applied.status()).isEqualTo(200);
    assertThat(applied.text("status")).isEqualTo("completed");
    assertThat(server.file("notes/a.md")).isEqualTo("one\nTWO\nthree\n");
    assertThat(server.file("notes/b.md")).isEqualTo("alpha\nbeta\n");
    assertThat(server.get("/api/agent/jobs/" + job).text("status")).isEqualTo("completed");
    assertThat(types(job))
        .containsSubsequence(
            "job.queued",
            "job.started",
            "checkpoint.created",
            "provider.selected",
            "tool.call.requested",
            "tool.call.completed",
            "edits.proposed",
            "diff.generated",
            "apply.started",
            "apply.completed");
    var again = apply(session, job, List.of());
    assertThat(again.status()).isEqualTo(409);
    assertThat(again.error().string("code")).isEqualTo("not_awaiting_review");
  }

  @Test
  void aChangedFileIsAConflictAndARerunIsOneCall() throws Exception {
    server
        .answering(
            Harness.proposing(server.edit("e_1", "notes/a.md", 2, 2, "TWO")),
            Step.says("Done."),
            Step.says("Nothing to do any more."))
        .start();
    String session = server.session();
    String job = server.run(session, "shout");
    Json.Obj bundle = server.until(job, "awaiting_review").objectOrEmpty("diff_bundle");
    server.file("notes/a.md", "someone else\n");
    var refused = apply(session, job, Harness.hunks(bundle));
    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.error().string("code")).isEqualTo("conflict");
    assertThat(refused.error().objectOrEmpty("details").bool("rerun_required", false)).isTrue();
    assertThat(server.file("notes/a.md")).isEqualTo("someone else\n");
    var rerun = server.post("/api/agent/jobs/" + job + "/rerun");
    assertThat(rerun.status()).isEqualTo(202);
    server.until(rerun.text("job_id"), "completed");
    assertThat(server.get("/api/agent/jobs/" + job).text("status")).isEqualTo("failed");
  }

  @Test
  void aQuestionWaitsForItsAnswer() throws Exception {
    server
        .answering(
            Step.calls("clarify_user", Json.object().put("question", "Terse?").build()),
            Step.says("Thanks."))
        .start();
    String job = server.run(server.session(), "ask me");
    Json.Obj question = server.until(job, "waiting_for_user").objectOrEmpty("pending_question");
    assertThat(question.string("question")).isEqualTo("Terse?");
    assertThat(clarify(job, "q_9", "x").status()).isEqualTo(409);
    assertThat(clarify(job, question.string("question_id", ""), "no_user_answer").status())
        .isEqualTo(200);
    server.until(job, "completed");
    assertThat(types(job))
        .containsSubsequence("clarification.requested", "clarification.received", "job.completed");
    assertThat(clarify(job, "q_1", "x").error().string("code")).isEqualTo("no_pending_question");
  }

  @Test
  void aWaitingJobCanBeCancelled() throws Exception {
    server
        .answering(
            Step.calls("clarify_user", Json.object().put("question", "Wait?").build()),
            Step.says("never"))
        .start();
    String waiting = server.run(server.session(), "one");
    server.until(waiting, "waiting_for_user");
    assertThat(server.post("/api/agent/jobs/" + waiting + "/cancel").status()).isEqualTo(200);
    assertThat(server.until(waiting, "failed").objectOrEmpty("error").string("code"))
        .isEqualTo("cancelled");
    assertThat(server.post("/api/agent/jobs/" + waiting + "/cancel").status()).isEqualTo(409);
  }

  @Test
  void aJobUnderReviewCanBeCancelled() throws Exception {
    server
        .answering(
            Harness.proposing(server.edit("e_1", "notes/a.md", 2, 2, "TWO")),
            Step.says("Done."),
            Step.says("More."))
        .start();
    String session = server.session();
    String job = server.run(session, "shout");
    server.until(job, "awaiting_review");
    var busy =
        server.post(
            "/api/agent/run",
            Json.object().put("session_id", session).put("instruction", "two").build());
    assertThat(busy.error().string("code")).isEqualTo("review_pending");
    server.post("/api/agent/jobs/" + job + "/cancel");
    server.until(job, "failed");
    server.until(server.run(session, "go on"), "completed");
    assertThat(server.file("notes/a.md")).isEqualTo("one\ntwo\nthree\n");
  }

  @Test
  void aRunningJobIsCancelledAndItsSessionIsFree() throws Exception {
    server.answering(Step.answer().hanging(), Step.says("after that")).start();
    String session = server.session();
    String job = server.run(session, "hang");
    server.until(job, "running");
    var second =
        server.post(
            "/api/agent/run",
            Json.object().put("session_id", session).put("instruction", "two").build());
    assertThat(second.status()).isEqualTo(409);
    assertThat(second.error().string("code")).isEqualTo("job_running");
    server.post("/api/agent/jobs/" + job + "/cancel");
    server.until(job, "failed");
    server.until(server.run(session, "three"), "completed");
  }

  @Test
  void malformedProposalsAreRepairedOrEndTheJob() throws Exception {
    var bad = Json.object().put("edits", "nonsense").build();
    var steps = new ArrayList<Step>();
    for (int i = 0; i < 6; i++) {
      steps.add(Step.calls("propose_edits", bad));
    }
    server.answering(steps.toArray(Step[]::new)).start();
    Json.Obj failed = server.until(server.run(server.session(), "x"), "failed");
    assertThat(failed.objectOrEmpty("error").string("code")).isEqualTo("schema_retries_exhausted");
  }

  @Test
  void theBudgetOfToolCallsIsKept() throws Exception {
    server
        .answering(
            Step.calls("list_files", Json.Obj.EMPTY),
            Step.calls("list_files", Json.Obj.EMPTY),
            Step.says("I give up."))
        .start();
    String job =
        server
            .post(
                "/api/agent/run",
                Json.object()
                    .put("session_id", server.session())
                    .put("instruction", "look")
                    .put("tool_config", Json.object().put("max_tool_calls", 1).build())
                    .build())
            .text("job_id");
    Json.Obj failed = server.until(job, "failed");
    assertThat(failed.objectOrEmpty("error").string("code")).isEqualTo("tool_budget_exhausted");
  }

  @Test
  void theHybridModeTellsWhyItTookTheRemoteModel() throws Exception {
    server.models.put(
        AgentMode.Side.LOCAL,
        ScriptedModel.of(Step.fails(ModelException.Kind.CONTEXT_OVERFLOW, "too much")));
    server.answering(Step.says("The remote one did it.")).start();
    String job =
        server
            .post(
                "/api/agent/run",
                Json.object()
                    .put("session_id", server.session())
                    .put("instruction", "look")
                    .put("agent_mode", "hybrid_auto")
                    .build())
            .text("job_id");
    server.until(job, "completed");
    assertThat(events(job))
        .filteredOn(event -> "provider.selected".equals(event.string("type")))
        .extracting(event -> event.objectOrEmpty("data").string("reason"))
        .containsExactly("agent_mode is hybrid_auto", "context_overflow");
  }

  @Test
  void aStreamDeliversEveryEventOnceAndGoesOnFromTheLast() throws Exception {
    server
        .answering(
            Step.calls("list_files", Json.Obj.EMPTY),
            Step.calls("clarify_user", Json.object().put("question", "Go?").build()),
            Step.says("Gone."))
        .start();
    String job = server.run(server.session(), "x");
    long last = server.until(job, "waiting_for_user").number("cursor", 0);
    clarify(job, "q_1", "go");
    HttpResponse<String> all =
        server.client.send(
            server.request("/api/agent/jobs/" + job + "/stream").build(),
            HttpResponse.BodyHandlers.ofString());
    List<String> ids =
        all.body().lines().filter(it -> it.startsWith("id: ")).map(it -> it.substring(4)).toList();
    assertThat(ids)
        .containsExactlyElementsOf(
            events(job).stream().map(each -> String.valueOf(each.number("cursor", 0))).toList());
    HttpResponse<String> rest =
        server.client.send(
            server
                .request("/api/agent/jobs/" + job + "/stream")
                .header("Last-Event-ID", String.valueOf(last))
                .build(),
            HttpResponse.BodyHandlers.ofString());
    assertThat(rest.body().lines().filter(line -> line.startsWith("id: ")))
        .hasSize(ids.size() - (int) last);
  }

  @Test
  void checkpointsCompareAndRollBack() throws Exception {
    server
        .answering(
            Harness.proposing(server.edit("e_1", "notes/a.md", 2, 2, "TWO")), Step.says("Done."))
        .start();
    String session = server.session();
    String job = server.run(session, "shout");
    Json.Obj record = server.until(job, "awaiting_review");
    String checkpoint = "/api/agent/checkpoints/" + record.string("checkpoint_id");
    var shown = server.get(checkpoint);
    assertThat(shown.json().objects("affected_files").getFirst().string("file_path"))
        .isEqualTo("notes/a.md");
    var compared = server.get(checkpoint + "/diff3?file_path=notes/a.md");
    assertThat(compared.text("checkpoint_base")).isEqualTo("one\ntwo\nthree\n");
    assertThat(compared.text("agent_proposed")).isEqualTo("one\nTWO\nthree\n");
    var back = server.post(checkpoint + "/rollback", Json.object().put("mode", "hard_all").build());
    assertThat(back.status()).isEqualTo(200);
    String buffer = "/api/agent/sessions/" + session + "/buffer?file_path=notes/a.md";
    assertThat(server.get(buffer).text("content")).isEqualTo("one\ntwo\nthree\n");
    assertThat(types(job))
        .containsSubsequence("checkpoint.rollback.started", "checkpoint.rollback.completed");
    assertThat(server.get("/api/agent/checkpoints/nope").status()).isEqualTo(404);
  }

  @Test
  void thePersonsOwnEditsAreHunksToo() throws Exception {
    server
        .answering(
            Harness.proposing(server.edit("e_1", "notes/a.md", 1, 1, "ONE")), Step.says("Done."))
        .start();
    String session = server.session();
    String job = server.run(session, "shout");
    server.until(job, "awaiting_review");
    String buffer = "/api/agent/sessions/" + session + "/buffer";
    var before = server.get(buffer + "?file_path=notes/a.md");
    assertThat(before.text("content")).isEqualTo("ONE\ntwo\nthree\n");
    assertThat(write(buffer, "x", "sha256:0").status()).isEqualTo(409);
    String more = before.text("content") + "four\n";
    assertThat(write(buffer, more, before.text("file_hash")).status()).isEqualTo(200);
    Json.Obj bundle = server.get("/api/agent/jobs/" + job + "/diff").json();
    assertThat(bundle.objects("files").getFirst().objects("hunks"))
        .extracting(hunk -> hunk.string("origin"))
        .containsExactly("agent", "user");
    List<String> hunks = Harness.hunks(bundle);
    decide(job, "reject", hunks.subList(0, 1));
    decide(job, "accept", hunks.subList(1, 2));
    assertThat(server.post("/api/agent/sessions/" + session + "/save").status()).isEqualTo(200);
    assertThat(server.file("notes/a.md")).isEqualTo("one\ntwo\nthree\nfour\n");
  }

  @Test
  void savingWritesWhatThePersonTypedAndLeavesTheRestToTheReview() throws Exception {
    server
        .answering(
            Harness.proposing(server.edit("e_1", "notes/a.md", 1, 1, "ONE")), Step.says("Done."))
        .start();
    String session = server.session();
    String job = server.run(session, "shout");
    server.until(job, "awaiting_review");
    String buffer = "/api/agent/sessions/" + session + "/buffer";
    var before = server.get(buffer + "?file_path=notes/a.md");
    write(buffer, before.text("content") + "four\n", before.text("file_hash"));
    assertThat(server.post("/api/agent/sessions/" + session + "/save").status()).isEqualTo(200);
    assertThat(server.file("notes/a.md")).isEqualTo("one\ntwo\nthree\nfour\n");
    Json.Obj bundle = server.until(job, "awaiting_review").objectOrEmpty("diff_bundle");
    assertThat(apply(session, job, Harness.hunks(bundle)).status()).isEqualTo(200);
    assertThat(server.file("notes/a.md")).isEqualTo("ONE\ntwo\nthree\nfour\n");
  }

  @Test
  void allHunksOfAFileAreDecidedAtOnceAndThatIsUndoneAndRedone() throws Exception {
    String middle = "line\n".repeat(30);
    server.file("notes/a.md", "one\n" + middle + "three\n");
    server
        .answering(
            Harness.proposing(
                server.edit("e_1", "notes/a.md", 1, 1, "ONE"),
                server.edit("e_2", "notes/a.md", 32, 32, "THREE"),
                server.edit("e_3", "notes/b.md", 1, 1, "ALPHA")),
            Step.says("Done."))
        .start();
    String session = server.session();
    String job = server.run(session, "shout");
    server.until(job, "awaiting_review");
    assertThat(accepted(ofFile(job, "accept_all_file", "notes/a.md")))
        .containsExactly("true", "true", "null");
    assertThat(accepted(server.review(job, "undo", List.of())))
        .containsExactly("null", "null", "null");
    assertThat(accepted(server.review(job, "redo", List.of())))
        .containsExactly("true", "true", "null");
    assertThat(accepted(ofFile(job, "reject_all_file", "notes/b.md")))
        .containsExactly("true", "true", "false");
    assertThat(ofFile(job, "accept_all_file", "notes/none.md").error().string("code"))
        .isEqualTo("review_unknown");
    assertThat(ofFile(job, "accept_nonsense", "notes/a.md").status()).isEqualTo(400);
    assertThat(server.post("/api/agent/sessions/" + session + "/save").status()).isEqualTo(200);
    assertThat(server.file("notes/a.md")).isEqualTo("ONE\n" + middle + "THREE\n");
    assertThat(server.file("notes/b.md")).isEqualTo("alpha\nbeta\n");
  }

  private Harness.Got ofFile(String job, String action, String path) throws Exception {
    return server.post(
        "/api/agent/jobs/" + job + "/review",
        Json.object().put("action", action).put("file_path", path).build());
  }

  private static List<String> accepted(Harness.Got bundle) {
    return bundle.json().objects("files").stream()
        .flatMap(file -> file.objects("hunks").stream())
        .map(hunk -> String.valueOf(hunk.get("accepted")))
        .toList();
  }

  @Test
  void sessionsAreListedArchivedAndFound() throws Exception {
    server.answering(Step.says("Hello.")).start();
    String session = server.session();
    server.until(server.run(session, "greet me\nplease"), "completed");
    var whole = server.get("/api/agent/sessions/" + session);
    assertThat(whole.text("title")).isEqualTo("greet me");
    assertThat(whole.json().array("chat")).hasSize(2);
    server.post("/api/agent/sessions/" + session + "/archive");
    assertThat(server.get("/api/agent/sessions?status=active").json().array("sessions")).isEmpty();
    assertThat(server.get("/api/agent/sessions?status=archived").json().array("sessions"))
        .hasSize(1);
    var refused =
        server.post(
            "/api/agent/run",
            Json.object().put("session_id", session).put("instruction", "more").build());
    assertThat(refused.error().string("code")).isEqualTo("session_archived");
    assertThat(server.get("/api/agent/sessions/sess_none").status()).isEqualTo(404);
  }

  private Harness.Got apply(String session, String job, List<String> hunks) throws Exception {
    return server.post(
        "/api/agent/apply",
        Json.object()
            .put("session_id", session)
            .put("job_id", job)
            .put("accepted_hunk_ids", Json.strings(hunks))
            .build());
  }

  private Harness.Got clarify(String job, String question, String answer) throws Exception {
    return server.post(
        "/api/agent/jobs/" + job + "/clarify",
        Json.object().put("question_id", question).put("answer", answer).build());
  }

  private Harness.Got write(String buffer, String text, String base) throws Exception {
    return server.put(
        buffer,
        Json.object()
            .put("file_path", "notes/a.md")
            .put("content", text)
            .put("base_hash", base)
            .build());
  }

  private void decide(String job, String action, List<String> hunks) throws Exception {
    var decided =
        server.post(
            "/api/agent/jobs/" + job + "/review",
            Json.object().put("action", action).put("hunk_ids", Json.strings(hunks)).build());
    assertThat(decided.status()).isEqualTo(200);
  }

  private List<Json.Obj> events(String job) throws Exception {
    return server.get("/api/agent/jobs/" + job + "/events?cursor=0").json().objects("events");
  }

  private List<String> types(String job) throws Exception {
    return events(job).stream().map(event -> event.string("type", "")).toList();
  }
}
