package dev.tenon.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.ModelException;
import dev.tenon.core.model.Request;
import dev.tenon.core.model.script.ScriptedModel;
import dev.tenon.core.model.script.Step;
import dev.tenon.server.job.record.AgentMode;
import dev.tenon.server.job.run.AttemptFailure;
import dev.tenon.server.job.run.Routing;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Which model gets a job, what makes `hybrid_auto` change over, and what the trace says of it.
class RoutingTest {
  private static final String INSTRUCTION = "make it loud";
  private static final Set<AttemptFailure> TRIGGERS =
      EnumSet.of(
          AttemptFailure.TOOL_BUDGET_EXHAUSTED,
          AttemptFailure.SCHEMA_RETRIES_EXHAUSTED,
          AttemptFailure.CONTEXT_OVERFLOW,
          AttemptFailure.TIMEOUT,
          AttemptFailure.MODEL_FAILED,
          AttemptFailure.EDITS_REFUSED);

  @TempDir Path folder;
  private Harness server;
  private ScriptedModel remote;

  @BeforeEach
  void open() throws Exception {
    server = Harness.in(folder);
    server.file("a.md", "one\ntwo\n");
    server.limits = server.limits.withToolCalls(2, 100);
  }

  @AfterEach
  void close() throws Exception {
    server.close();
  }

  private void start(Routing routing, Step[] local, Step... remoteSteps) {
    if (local != null) {
      server.models.put(AgentMode.Side.LOCAL, ScriptedModel.of(local));
    }
    remote = ScriptedModel.of(remoteSteps);
    server.models.put(AgentMode.Side.REMOTE, remote);
    server.limits = server.limits.with(routing);
    server.start();
  }

  private static Routing hybrid() {
    return Routing.DEFAULT.with(AgentMode.HYBRID_AUTO).with(Duration.ZERO);
  }

  private Step edit(String text) throws Exception {
    return Harness.proposing(server.edit("e_1", "a.md", 1, 1, text));
  }

  /// What a local model does to fail in this way.
  private Step[] into(AttemptFailure failure) throws Exception {
    Json.Obj all = Json.Obj.EMPTY;
    Json.Obj bad = Json.object().put("edits", "nonsense").build();
    return switch (failure) {
      case TOOL_BUDGET_EXHAUSTED ->
          new Step[] {
            Step.calls("list_files", all),
            Step.calls("list_files", all),
            Step.calls("list_files", all),
            Step.says("I give up.")
          };
      case SCHEMA_RETRIES_EXHAUSTED ->
          Collections.nCopies(6, Step.calls("propose_edits", bad)).toArray(Step[]::new);
      case CONTEXT_OVERFLOW ->
          new Step[] {
            Step.calls("list_files", all),
            Step.fails(ModelException.Kind.CONTEXT_OVERFLOW, "too much"),
          };
      case TIMEOUT -> new Step[] {Step.calls("list_files", all), Step.answer().hanging()};
      case MODEL_FAILED ->
          new Step[] {
            Step.calls("list_files", all), Step.fails(ModelException.Kind.SERVER, "broken")
          };
      case EDITS_REFUSED ->
          new Step[] {
            Harness.proposing(
                Json.object()
                    .putAll(server.edit("e_1", "a.md", 1, 1, "x"))
                    .put("expected_hash", "sha256:" + "0".repeat(64))
                    .build()),
            Step.says("It was refused.")
          };
      case MODEL_UNAVAILABLE, BUDGET_SPENT, CANCELLED ->
          throw new IllegalArgumentException(failure.label());
    };
  }

  private static Routing quick(Routing routing, AttemptFailure failure) {
    return failure == AttemptFailure.TIMEOUT ? routing.with(Duration.ofMillis(300)) : routing;
  }

  @ParameterizedTest
  @EnumSource(
      value = AttemptFailure.class,
      names = {"MODEL_UNAVAILABLE", "BUDGET_SPENT", "CANCELLED"},
      mode = EnumSource.Mode.EXCLUDE)
  void everyTriggerTakesTheRemoteModelAndIsTold(AttemptFailure failure) throws Exception {
    // Only this one is switched on.
    start(
        quick(hybrid().with(EnumSet.of(failure)), failure),
        into(failure),
        edit("ONE"),
        Step.says("Done."));
    String job = run();
    Json.Obj found = server.until(job, "awaiting_review");
    assertThat(found.objectOrEmpty("diff_bundle").objects("files")).hasSize(1);
    assertThat(selections(job))
        .containsExactly(
            "local test/local 1 agent_mode is hybrid_auto",
            "remote test/remote 2 " + failure.label());
    assertThat(data(job, "provider.fallback")).hasSize(1);
    Json.Obj fallback = data(job, "provider.fallback").getFirst();
    assertThat(fallback.string("from")).isEqualTo("local");
    assertThat(fallback.string("to")).isEqualTo("remote");
    assertThat(fallback.string("reason")).isEqualTo(failure.label());
    assertThat(fallback.string("message")).isNotBlank();
    assertThat(fallback.number("attempt", 0)).isOne();
    assertThat(sent(remote.requests().getFirst())).contains(INSTRUCTION);
    remote.verify();
  }

  @ParameterizedTest
  @EnumSource(
      value = AttemptFailure.class,
      names = {"MODEL_UNAVAILABLE", "BUDGET_SPENT", "CANCELLED"},
      mode = EnumSource.Mode.EXCLUDE)
  void aTriggerThatIsOffDoesNotTakeTheRemoteModel(AttemptFailure failure) throws Exception {
    var others = EnumSet.copyOf(TRIGGERS);
    others.remove(failure);
    start(quick(hybrid().with(others), failure), into(failure), Step.says("never"));
    endsLocally(run(), failure);
  }

  @ParameterizedTest
  @EnumSource(
      value = AttemptFailure.class,
      names = {"MODEL_UNAVAILABLE", "BUDGET_SPENT", "CANCELLED"},
      mode = EnumSource.Mode.EXCLUDE)
  void strictLocalNeverAsksTheRemoteModel(AttemptFailure failure) throws Exception {
    start(
        quick(hybrid().with(Routing.Reach.STRICT_LOCAL), failure),
        into(failure),
        Step.says("never"));
    endsLocally(run(), failure);
  }

  private void endsLocally(String job, AttemptFailure failure) throws Exception {
    // Refused edits are no failure of the job: the model had the last word.
    boolean over = failure == AttemptFailure.EDITS_REFUSED;
    Json.Obj ended = server.until(job, over ? "completed" : "failed");
    if (!over) {
      assertThat(ended.objectOrEmpty("error").string("code")).isEqualTo(failure.label());
    }
    assertThat(selections(job)).containsExactly("local test/local 1 agent_mode is hybrid_auto");
    assertThat(data(job, "provider.fallback")).isEmpty();
    assertThat(remote.requests()).isEmpty();
  }

  @Test
  void strictLocalRefusesARunOnTheRemoteModel() throws Exception {
    start(
        Routing.DEFAULT.with(Routing.Reach.STRICT_LOCAL),
        new Step[] {Step.says("Here.")},
        Step.says("never"));
    var refused = post("remote");
    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.error().string("code")).isEqualTo("strict_local");
    // The default is the local model then.
    String job = server.run(server.session(), INSTRUCTION);
    server.until(job, "completed");
    assertThat(selections(job)).containsExactly("local test/local 1 agent_mode is local");
    assertThat(remote.requests()).isEmpty();
    Json.Obj settings = server.get("/api/agent/settings").json();
    assertThat(settings.get("agent_modes")).hasToString("[\"local\",\"hybrid_auto\"]");
    assertThat(settings.objectOrEmpty("sides").bool("remote", true)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void theLocalModelTriesAsOftenAsItMay(int attempts) throws Exception {
    var local = new Step[attempts];
    for (int i = 0; i < attempts; i++) {
      local[i] = Step.fails(ModelException.Kind.SERVER, "broken");
    }
    start(hybrid().withAttempts(attempts), local, Step.says("Done."));
    String job = run();
    server.until(job, "completed");
    List<String> chosen = selections(job);
    assertThat(chosen).hasSize(attempts + 1);
    for (int i = 1; i < attempts; i++) {
      assertThat(chosen.get(i)).isEqualTo("local test/local " + (i + 1) + " model_failed");
    }
    assertThat(chosen.getLast())
        .isEqualTo("remote test/remote " + (attempts + 1) + " model_failed");
    assertThat(data(job, "provider.fallback")).hasSize(1);
    ((ScriptedModel) server.models.get(AgentMode.Side.LOCAL)).verify();
    // The prompt that was never answered is not lost.
    assertThat(sent(remote.requests().getFirst())).containsOnlyOnce(INSTRUCTION);
  }

  @Test
  void aFullWindowIsNotTriedAgain() throws Exception {
    start(
        hybrid().withAttempts(5),
        new Step[] {Step.fails(ModelException.Kind.CONTEXT_OVERFLOW, "too much")},
        Step.says("Done."));
    String job = run();
    server.until(job, "completed");
    assertThat(selections(job)).hasSize(2).last().asString().startsWith("remote");
    assertThat(sent(remote.requests().getFirst())).contains(INSTRUCTION);
  }

  /// What the first attempt staged is kept, with the history that says so; the next one is told.
  @Test
  void whatTheLocalModelStagedIsKept() throws Exception {
    start(
        hybrid(),
        new Step[] {edit("ONE"), Step.fails(ModelException.Kind.SERVER, "broken")},
        Harness.proposing(server.edit("e_2", "a.md", 2, 2, "TWO")),
        Step.says("Done."));
    String job = run();
    Json.Obj bundle = server.until(job, "awaiting_review").objectOrEmpty("diff_bundle");
    assertThat(bundle.objects("files").getFirst().objects("hunks").toString())
        .contains("+ONE", "+TWO");
    assertThat(sent(remote.requests().getFirst()))
        .contains(INSTRUCTION, "What is staged stays: a.md.", "propose_edits");
  }

  @Test
  void withoutEditsALocalAnswerIsGoodEnough() throws Exception {
    start(hybrid(), new Step[] {Step.says("It is loud already.")}, Step.says("never"));
    server.until(run(), "completed");
    assertThat(remote.requests()).isEmpty();
  }

  @Test
  void anEditThatWasRepairedIsNoTrouble() throws Exception {
    start(
        hybrid(),
        new Step[] {into(AttemptFailure.EDITS_REFUSED)[0], edit("ONE"), Step.says("Repaired.")},
        Step.says("never"));
    server.until(run(), "awaiting_review");
    assertThat(remote.requests()).isEmpty();
  }

  /// The local model that was too slow has really ended when the remote one begins.
  @Test
  void anAttemptThatTimedOutIsOverBeforeTheNextBegins() throws Exception {
    var working = new AtomicBoolean();
    var overlapped = new AtomicBoolean();
    start(hybrid().with(Duration.ofMillis(200)), null);
    server.models.put(
        AgentMode.Side.LOCAL,
        (request, sink) -> {
          working.set(true);
          try {
            new CountDownLatch(1).await();
            throw new IllegalStateException("nobody counts it down");
          } catch (InterruptedException stopped) {
            // It takes its time to stop.
            long until = System.nanoTime() + 300_000_000;
            while (System.nanoTime() < until) {
              Thread.onSpinWait();
            }
            throw stopped;
          } finally {
            working.set(false);
          }
        });
    ScriptedModel done = ScriptedModel.of(Step.says("Done."));
    server.models.put(
        AgentMode.Side.REMOTE,
        (request, sink) -> {
          overlapped.set(working.get());
          return done.stream(request, sink);
        });
    server.until(run(), "completed");
    assertThat(overlapped).isFalse();
  }

  /// A person may take longer than any model.
  @Test
  void theTimeThatAQuestionWaitsDoesNotCount() throws Exception {
    Duration most = Duration.ofSeconds(2);
    start(
        hybrid().with(most),
        new Step[] {
          Step.calls("clarify_user", Json.object().put("question", "Loud?").build()),
          Step.says("Thanks.")
        },
        Step.says("never"));
    String job = run();
    server.until(job, "waiting_for_user");
    long asked = System.nanoTime();
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> System.nanoTime() - asked > most.plusSeconds(1).toNanos());
    assertThat(server.get("/api/agent/jobs/" + job).text("status")).isEqualTo("waiting_for_user");
    server.post(
        "/api/agent/jobs/" + job + "/clarify",
        Json.object().put("question_id", "q_1").put("answer", "yes").build());
    server.until(job, "completed");
    assertThat(remote.requests()).isEmpty();
  }

  @Test
  void aCancelledJobIsNotGivenToTheRemoteModel() throws Exception {
    start(hybrid(), new Step[] {Step.answer().hanging()}, Step.says("never"));
    String job = run();
    await().until(() -> !selections(job).isEmpty());
    server.post("/api/agent/jobs/" + job + "/cancel");
    assertThat(server.until(job, "failed").objectOrEmpty("error").string("code"))
        .isEqualTo("cancelled");
    assertThat(remote.requests()).isEmpty();
  }

  @Test
  void aSpentBudgetIsNotSpentOnTheRemoteModel() throws Exception {
    start(
        hybrid(),
        new Step[] {Step.fails(ModelException.Kind.BUDGET, "nothing left")},
        Step.says("never"));
    assertThat(server.until(run(), "failed").objectOrEmpty("error").string("code"))
        .isEqualTo("budget_spent");
    assertThat(remote.requests()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aModelThatCannotBeOpenedIsATrigger(boolean on) throws Exception {
    server.models.put(AgentMode.Side.LOCAL, null);
    start(
        on ? hybrid() : hybrid().with(EnumSet.noneOf(AttemptFailure.class)).withAttempts(3),
        null,
        Step.says("Done."));
    String job = run();
    Json.Obj ended = server.until(job, on ? "completed" : "failed");
    Json.Obj first = data(job, "provider.selected").getFirst();
    assertThat(first.string("provider")).isEqualTo("local");
    assertThat(first.string("error")).isEqualTo("there is no local model");
    assertThat(data(job, "provider.fallback")).hasSize(on ? 1 : 0);
    assertThat(remote.requests()).hasSize(on ? 1 : 0);
    if (!on) {
      assertThat(ended.objectOrEmpty("error").string("code")).isEqualTo("model_unavailable");
    }
  }

  @ParameterizedTest
  @EnumSource(AgentMode.class)
  void everyModeTellsWhichModelItTook(AgentMode mode) throws Exception {
    start(Routing.DEFAULT, new Step[] {Step.says("Local.")}, Step.says("Remote."));
    String job = post(mode.label()).text("job_id");
    Json.Obj done = server.until(job, "completed");
    boolean first = mode == AgentMode.REMOTE;
    assertThat(done.string("answer")).isEqualTo(first ? "Remote." : "Local.");
    assertThat(selections(job))
        .containsExactly(
            (first ? "remote test/remote" : "local test/local")
                + " 1 agent_mode is "
                + mode.label());
    assertThat(server.get("/api/agent/jobs/" + job + "/trace").response().body())
        .contains("provider.selected");
  }

  @Test
  void onlyTheHybridModeChangesOver() throws Exception {
    start(
        Routing.DEFAULT,
        new Step[] {Step.fails(ModelException.Kind.SERVER, "broken")},
        Step.says("never"));
    String job = post("local").text("job_id");
    assertThat(server.until(job, "failed").objectOrEmpty("error").string("code"))
        .isEqualTo("model_failed");
    assertThat(remote.requests()).isEmpty();
  }

  @Test
  void aModeWithoutItsModelIsRefusedAtOnce() throws Exception {
    start(Routing.DEFAULT, null, Step.says("Done."));
    var refused = post("local");
    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.error().string("code")).isEqualTo("no_local_model");
    assertThat(refused.error().get("suggestions")).asString().contains("--local-model");
    assertThat(remote.requests()).isEmpty();
    // With two models to choose from, the one that is there does.
    String job = post("hybrid_auto").text("job_id");
    server.until(job, "completed");
    assertThat(selections(job)).containsExactly("remote test/remote 1 there is no local model");
    server.models.remove(AgentMode.Side.REMOTE);
    assertThat(post("remote").error().string("code")).isEqualTo("no_remote_model");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1", "101", "\"12\"", "1.5", "null", "99999999999", "[]"})
  void aBudgetThatIsNoneIsRefused(String calls) throws Exception {
    start(Routing.DEFAULT, null);
    var refused =
        server.send(
            server
                .request("/api/agent/run")
                .header("Content-Type", "application/json")
                .POST(
                    java.net.http.HttpRequest.BodyPublishers.ofString(
                        "{\"session_id\":\""
                            + server.session()
                            + "\",\"instruction\":\"x\",\"tool_config\":{\"max_tool_calls\":"
                            + calls
                            + "}}")));
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.error().string("message")).contains("tool_config.max_tool_calls");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 100})
  void aRequestMayLowerAndRaiseItsBudget(int calls) throws Exception {
    start(Routing.DEFAULT, null, Step.says("Done."));
    var started =
        server.post(
            "/api/agent/run",
            Json.object()
                .put("session_id", server.session())
                .put("instruction", "x")
                .put("tool_config", Json.object().put("max_tool_calls", calls).build())
                .build());
    assertThat(server.until(started.text("job_id"), "completed").number("max_tool_calls", 0))
        .isEqualTo(calls);
  }

  private String run() throws Exception {
    return server.run(server.session(), INSTRUCTION);
  }

  private Harness.Got post(String mode) throws Exception {
    return server.post(
        "/api/agent/run",
        Json.object()
            .put("session_id", server.session())
            .put("instruction", INSTRUCTION)
            .put("agent_mode", mode)
            .build());
  }

  private List<Json.Obj> data(String job, String type) throws Exception {
    return server
        .get("/api/agent/jobs/" + job + "/events?cursor=0")
        .json()
        .objects("events")
        .stream()
        .filter(event -> type.equals(event.string("type")))
        .map(event -> event.objectOrEmpty("data"))
        .toList();
  }

  private List<String> selections(String job) throws Exception {
    return data(job, "provider.selected").stream()
        .map(
            it ->
                it.string("provider")
                    + " "
                    + it.string("model")
                    + " "
                    + it.number("attempt", 0)
                    + " "
                    + it.string("reason"))
        .toList();
  }

  private static String sent(Request request) {
    return request.messages().toString();
  }
}
