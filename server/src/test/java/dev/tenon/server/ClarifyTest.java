package dev.tenon.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.script.ScriptedModel;
import dev.tenon.core.model.script.Step;
import dev.tenon.server.job.record.AgentMode;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Questions of jobs: one at a time, each with an id of its own, answered for good.
class ClarifyTest {
  @TempDir Path folder;
  private Harness server;

  @BeforeEach
  void open() throws Exception {
    server = Harness.in(folder);
    server.models.put(AgentMode.Side.REMOTE, new ByInstruction());
    server.startOnDisk();
  }

  @AfterEach
  void close() throws Exception {
    server.close();
  }

  private Harness.Got answer(String job, String question, String text) throws Exception {
    return server.post(
        "/api/agent/jobs/" + job + "/clarify",
        Json.object().put("question_id", question).put("answer", text).build());
  }

  private String question(String job) throws Exception {
    return server
        .until(job, "waiting_for_user")
        .objectOrEmpty("pending_question")
        .string("question_id", "");
  }

  /// What the model offers is offered once each, and its own words are as good as those.
  @Test
  void aQuestionMayOfferAnswers() throws Exception {
    server.models.put(
        AgentMode.Side.REMOTE,
        ScriptedModel.of(
            asking("yes", " no ", "", "yes"),
            asking(Collections.nCopies(13, "x").toArray(String[]::new)),
            asking(IntStream.range(0, 13).mapToObj(String::valueOf).toArray(String[]::new)),
            Step.says("Thanks.")));
    String job = server.run(server.session(), "offer");
    assertThat(server.until(job, "waiting_for_user").objectOrEmpty("pending_question").compact())
        .isEqualTo("{\"question_id\":\"q_1\",\"question\":\"Sure?\",\"choices\":[\"yes\",\"no\"]}");
    assertThat(
            server.events(job).stream()
                .filter(event -> event.string("type", "").equals("clarification.requested"))
                .map(event -> event.objectOrEmpty("data").array("choices").size()))
        .containsExactly(2);
    answer(job, "q_1", "perhaps");
    server.until(job, "waiting_for_user");
    answer(job, "q_2", "x");
    server.until(job, "completed");
    assertThat(server.events(job).toString()).contains("at most 12 of at most 200 characters");
  }

  private static Step asking(String... choices) {
    return Step.calls(
        "clarify_user",
        Json.object()
            .put("question", "Sure?")
            .put("choices", Json.strings(List.of(choices)))
            .build());
  }

  @Test
  void theAnswerIsKeptBeforeTheRequestIsAnswered() throws Exception {
    String job = server.run(server.session(), "ask");
    assertThat(question(job)).isEqualTo("q_1");
    var answered = answer(job, "q_1", "terse");
    assertThat(answered.status()).isEqualTo(200);
    assertThat(answered.text("status")).isEqualTo("running");
    assertThat(answered.json().get("pending_question")).isEqualTo(Json.Null.VALUE);
    Json.Obj event =
        server.events(job).stream()
            .filter(each -> "clarification.received".equals(each.string("type")))
            .findFirst()
            .orElseThrow();
    assertThat(event.objectOrEmpty("data").string("answer")).isEqualTo("terse");
    assertThat(answer(job, "q_1", "again").error().string("code")).isEqualTo("no_pending_question");
    server.cancel(job);
  }

  @Test
  void questionsOfOneAnswerOfTheModelAreAskedOneAfterTheOther() throws Exception {
    String job = server.run(server.session(), "ask twice");
    assertThat(question(job)).isEqualTo("q_1");
    assertThat(answer(job, "q_2", "early").error().string("code")).isEqualTo("other_question");
    assertThat(answer(job, "q_1", "a").status()).isEqualTo(200);
    org.awaitility.Awaitility.await().until(() -> question(job).equals("q_2"));
    assertThat(answer(job, "q_1", "late").error().string("code")).isEqualTo("other_question");
    assertThat(answer(job, "q_2", "no_user_answer").status()).isEqualTo(200);
    server.until(job, "completed");
  }

  @Test
  void idsOfQuestionsDoNotRepeatAfterARestart() throws Exception {
    String job = server.run(server.session(), "ask");
    assertThat(question(job)).isEqualTo("q_1");
    server.restart();
    assertThat(answer(job, "q_1", "too late").status()).isEqualTo(409);
    assertThat(server.post("/api/agent/jobs/" + job + "/resume").status()).isEqualTo(202);
    assertThat(question(job)).isEqualTo("q_2");
    String checkpoint = server.get("/api/agent/jobs/" + job).text("checkpoint_id");
    assertThat(
            server.events(job).stream()
                .filter(event -> "checkpoint.created".equals(event.string("type")))
                .map(event -> event.objectOrEmpty("data").string("checkpoint_id")))
        .as("the run goes on from its own checkpoint")
        .containsExactly(checkpoint);
    server.cancel(job);
  }
}
