package dev.tenon.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.agent.AgentEvent;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.ModelException;
import dev.tenon.core.model.Part;
import dev.tenon.core.model.Usage;
import dev.tenon.core.model.script.ScriptedModel;
import dev.tenon.core.model.script.Step;
import dev.tenon.server.job.record.AgentMode;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the server tells of a job: events, chat and trace, canonical, small and without secrets.
class ReportTest {
  @TempDir Path folder;
  private Harness server;

  @BeforeEach
  void open() throws Exception {
    server = Harness.in(folder);
    server.file("a.md", "one\ntwo\n");
  }

  @AfterEach
  void close() throws Exception {
    server.close();
  }

  private static Json.Obj json(String text) throws Exception {
    return Json.parseObject(text.replace('\'', '"'));
  }

  private List<Json.Obj> events(String job, String type) throws Exception {
    return server.events(job).stream()
        .filter(event -> event.string("type", "").equals(type))
        .map(event -> event.objectOrEmpty("data"))
        .toList();
  }

  private static Step reading() throws Exception {
    return Step.answer()
        .part(new Part.Thinking("I think.", "seal-of-the-provider"))
        .text("I look.")
        .call("read_file", json("{'file_path':'a.md'}"))
        .using(new Usage(10, 5, 3, 2));
  }

  private static final String EDIT =
      "{'edits':[{'edit_id':'e','file_path':'a.md','operation':'replace','start_line':1,"
          + "'end_line':1,'new_text':'ONE','rationale':'loud'}]}";

  @Test
  void everyStepOfTheModelIsToldWithItsReasonAndItsCost() throws Exception {
    server
        .answering(
            reading(),
            Step.calls("clarify_user", json("{'question':'Loud?'}")),
            Step.calls("propose_edits", json(EDIT)),
            Step.says("Done."))
        .start();
    String job = server.run(server.session(), "shout");
    server.until(job, "waiting_for_user");
    server.post(
        "/api/agent/jobs/" + job + "/clarify", json("{'question_id':'q_1','answer':'yes'}"));
    server.until(job, "awaiting_review");
    List<Json.Obj> steps = events(job, "assistant.message");
    assertThat(steps)
        .extracting(step -> step.string("stop_reason"))
        .containsExactly("needs_tools", "needs_clarification", "proposed_edits", "done");
    Json.Obj first = steps.getFirst();
    assertThat(first.string("text")).isEqualTo("I look.");
    assertThat(first.number("step", 0)).isEqualTo(1);
    assertThat(first.objects("tool_calls").getFirst().string("name")).isEqualTo("read_file");
    Json.Obj usage = first.objectOrEmpty("raw_usage");
    assertThat(usage.number("input_tokens", 0)).isEqualTo(10);
    assertThat(usage.number("output_tokens", 0)).isEqualTo(5);
    assertThat(usage.number("cache_read_tokens", 0)).isEqualTo(3);
    assertThat(usage.number("cache_write_tokens", 0)).isEqualTo(2);
    assertThat(usage.number("latency_ms", -1)).isNotNegative();
    assertThat(usage.string("model", "")).isNotEmpty();
    Json.Obj asked = events(job, "tool.call.requested").getFirst();
    assertThat(asked.objectOrEmpty("arguments")).isEqualTo(json("{'file_path':'a.md'}"));
    Json.Obj answered = events(job, "tool.call.completed").getFirst();
    assertThat(answered.bool("ok", false)).isTrue();
    assertThat(answered.objectOrEmpty("result").string("content")).isEqualTo("one\ntwo\n");
  }

  @Test
  void aModelThatFailsIsAStepThatFailed() throws Exception {
    server.answering(Step.fails(ModelException.Kind.OVERLOADED, "too busy")).start();
    String job = server.run(server.session(), "go");
    server.until(job, "failed");
    Json.Obj step = events(job, "assistant.message").getFirst();
    assertThat(step.string("stop_reason")).isEqualTo("error");
    assertThat(step.string("error", "")).contains("too busy");
  }

  @Test
  void theChatIsTheSameForEveryProvider() throws Exception {
    server.answering(reading(), Step.says("Done.")).start();
    String session = server.session();
    server.over(server.run(session, "look"));
    Json.Obj whole = server.get("/api/agent/sessions/" + session).json();
    List<Json.Obj> chat = whole.objects("chat");
    assertThat(chat)
        .extracting(it -> it.string("role"))
        .containsExactly("user", "assistant", "tool", "assistant");
    Json.Obj call = chat.get(1).objects("tool_calls").getFirst();
    assertThat(call.members().keySet()).containsExactly("tool_call_id", "name", "arguments");
    Json.Obj result = chat.get(2).objects("tool_results").getFirst();
    assertThat(result.members().keySet())
        .containsExactly("tool_call_id", "name", "ok", "result", "error");
    assertThat(result.string("tool_call_id")).isEqualTo(call.string("tool_call_id"));
    assertThat(result.objectOrEmpty("result"))
        .isEqualTo(
            json(
                "{'file_path':'a.md','content':'one\\ntwo\\n','start_line':1,'end_line':2,"
                    + "'total_lines':2}"));
    assertThat(whole.compact()).doesNotContain("seal-of-the-provider", "I think.");
  }

  @Test
  void eventsAreSmallHoweverMuchIsSaid() throws Exception {
    String much = "word ".repeat(50_000);
    server.file("long.md", (much.substring(0, 400) + "\n").repeat(100));
    server
        .answering(
            Step.calls(
                "write_file", Json.object().put("path", "new.md").put("content", much).build()),
            Step.calls("read_file", json("{'file_path':'long.md'}")),
            Step.calls("list_files", Json.object().put("glob", much).build()),
            Step.says(much))
        .start();
    String job =
        server
            .post(
                "/api/agent/run",
                Json.object().put("session_id", server.session()).put("instruction", much).build())
            .text("job_id");
    server.over(job);
    assertThat(server.events(job))
        .allSatisfy(event -> assertThat(event.compact().length()).isLessThan(9_000));
    assertThat(
            events(job, "tool.call.requested")
                .getFirst()
                .objectOrEmpty("arguments")
                .string("content"))
        .contains("(250000 characters)");
    assertThat(server.get("/api/agent/jobs/" + job).text("answer")).isEqualTo(much);
  }

  @Test
  void secretsAreInNothingThatIsTold() throws Exception {
    server.file("env", "TOKEN=" + Harness.TOKEN + "\nKEY=" + Harness.SECRET + "\n");
    server
        .answering(
            Step.calls("read_file", json("{'file_path':'env'}")),
            Step.calls("search_project", Json.object().put("query", Harness.SECRET).build()),
            Step.answer()
                .text("It says " + Harness.SECRET)
                .call("read_file", Json.object().put("file_path", Harness.SECRET).build()),
            Step.fails(
                ModelException.Kind.AUTHENTICATION, "wrong key " + Harness.SECRET + " was sent"))
        .start();
    String session = server.session();
    String job = server.run(session, "read it");
    Json.Obj failed = server.until(job, "failed");
    assertThat(failed.objectOrEmpty("error").string("message", "")).contains("wrong key [hidden]");
    for (String path :
        List.of(
            "/api/agent/jobs/" + job,
            "/api/agent/jobs/" + job + "/events?cursor=0",
            "/api/agent/jobs/" + job + "/trace",
            "/api/agent/jobs/" + job + "/stream",
            "/api/agent/sessions/" + session)) {
      String body =
          server
              .client
              .send(
                  server.request(path).build(), java.net.http.HttpResponse.BodyHandlers.ofString())
              .body();
      assertThat(body).as(path).doesNotContain(Harness.SECRET, Harness.TOKEN);
    }
    // The model itself was shown what it asked for.
    assertThat(Asking.results(server).getFirst().text()).contains(Harness.SECRET);
  }

  @Test
  void theTraceHoldsTheWholeRunAndSurvives() throws Exception {
    server
        .answering(
            reading(),
            Step.calls("read_file", json("{'file_path':'none.md'}")),
            Step.calls("propose_edits", json(EDIT)),
            Step.says("Done."))
        .startOnDisk();
    String job = server.run(server.session(), "shout");
    server.until(job, "awaiting_review");
    Harness.Got got = server.get("/api/agent/jobs/" + job + "/trace");
    assertThat(got.response().headers().firstValue("Content-Disposition"))
        .contains("attachment; filename=\"trace-" + job + ".json\"");
    Json.Obj trace = got.json();
    assertThat(trace.string("format")).isEqualTo("tenon.trace.1");
    assertThat(trace.objectOrEmpty("job").string("job_id")).isEqualTo(job);
    assertThat(trace.objects("tool_calls"))
        .extracting(call -> call.string("name"))
        .containsExactly("read_file", "read_file", "propose_edits");
    assertThat(trace.objects("tool_results"))
        .extracting(result -> result.bool("ok", false))
        .containsExactly(true, false, true);
    assertThat(trace.objects("tool_results").get(1).objectOrEmpty("error").string("code"))
        .isEqualTo("not_found");
    assertThat(trace.objects("steps")).hasSize(4);
    assertThat(trace.objects("provider_choices").getFirst().string("reason", "")).isNotEmpty();
    assertThat(trace.objectOrEmpty("timings").members())
        .containsKeys("queued_ms", "run_ms", "model_ms", "tools_ms", "waiting_ms");
    Json.Obj usage = trace.objects("usage").getFirst();
    assertThat(usage.number("requests", 0)).isEqualTo(4);
    assertThat(usage.number("input_tokens", 0)).isEqualTo(15);
    assertThat(trace.objectOrEmpty("checkpoint").objects("affected_files")).hasSize(1);
    assertThat(trace.objectOrEmpty("receipt").array("files")).hasSize(1);
    assertThat(trace.objectOrEmpty("receipt").string("note"))
        .isEqualTo("nothing was checked since");
    assertThat(trace.array("events")).hasSameSizeAs(server.events(job));
    server.close();
    server = Harness.in(folder).answering().startOnDisk();
    Json.Obj later = server.get("/api/agent/jobs/" + job + "/trace").json();
    assertThat(later).isEqualTo(trace);
  }

  @Test
  void theTraceSaysWhyAnotherModelWasTaken() throws Exception {
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
    Json.Obj trace = server.get("/api/agent/jobs/" + job + "/trace").json();
    assertThat(trace.objects("provider_choices"))
        .extracting(choice -> choice.string("event"))
        .containsExactly("provider.selected", "provider.fallback", "provider.selected");
    assertThat(trace.objects("provider_choices").get(1).string("reason"))
        .isEqualTo("context_overflow");
    assertThat(trace.objects("steps"))
        .extracting(step -> step.string("stop_reason"))
        .containsExactly("error", "done");
  }

  @Test
  void anObserverHearsTheRunAndItsEnd() throws Exception {
    server.answering(reading(), Step.says("Done.")).start();
    String job = server.run(server.session(), "look");
    server.until(job, "completed");
    org.awaitility.Awaitility.await().until(() -> !server.ended.isEmpty());
    assertThat(server.heard).hasAtLeastOneElementOfType(AgentEvent.ToolFinished.class);
    assertThat(server.ended.getFirst().status().label()).isEqualTo("completed");
  }
}
