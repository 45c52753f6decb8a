package dev.tenon.server.job;

import dev.tenon.core.agent.AgentEvent;
import dev.tenon.core.agent.Conversation;
import dev.tenon.core.agent.Outcome;
import dev.tenon.core.change.journal.Checkpoint;
import dev.tenon.core.change.review.DiffBundle;
import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.MessageJson;
import dev.tenon.core.model.ModelException;
import dev.tenon.core.model.Part;
import dev.tenon.core.tool.Tool;
import dev.tenon.server.tool.ClarifyUser;
import dev.tenon.server.tool.FileLimits;
import dev.tenon.server.tool.ListProjectFiles;
import dev.tenon.server.tool.ReadProjectFile;
import dev.tenon.server.tool.SearchProject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// Carries out one job on the thread that calls it: a prompt in the session's conversation, and a
/// second one with the remote model when the first was in trouble and the mode allows it.
/// Interrupting the thread ends it.
final class JobRun {
  private static final String PROPOSE = "propose_edits";
  private static final Summary SMALL = new Summary(400, 20);
  private static final Set<String> BUDGETED =
      Set.of("search_project", "read_file", "list_files", "clarify_user");

  private final LiveJob job;
  private final LiveSession session;
  private final Checkpoint checkpoint;
  private final Workbench workbench;
  private final JobLimits limits;
  private final FileLimits files;
  private final ScheduledExecutorService timer;
  private final JobObserver observer;
  private final AtomicInteger malformed = new AtomicInteger();
  private final Proposals proposals;
  private final EditTally tally = new EditTally();

  /// The calls that run.
  private final Set<String> started = ConcurrentHashMap.newKeySet();

  private volatile ToolBudget budget = new ToolBudget(0);
  private volatile int step;
  private volatile long stepBegan = System.nanoTime();

  JobRun(
      LiveJob job,
      LiveSession session,
      Checkpoint checkpoint,
      Workbench workbench,
      JobLimits limits,
      FileLimits files,
      ScheduledExecutorService timer,
      JobObserver observer) {
    this.job = job;
    this.session = session;
    this.checkpoint = checkpoint;
    this.workbench = workbench;
    this.limits = limits;
    this.files = files;
    this.timer = timer;
    this.observer = observer;
    this.proposals = new Proposals(job.record().proposedEdits());
  }

  void run(Message.User prompt) throws InterruptedException {
    AgentMode mode = job.record().mode();
    Optional<EngineException> refusal = limits.routing().refusal(mode, workbench::has);
    if (refusal.isPresent()) {
      job.fail(refusal.get().code(), String.valueOf(refusal.get().getMessage()));
      return;
    }
    boolean missing = mode == AgentMode.HYBRID_AUTO && !workbench.has(AgentMode.Side.LOCAL);
    AgentMode.Side side = missing ? AgentMode.Side.REMOTE : mode.first();
    String reason = missing ? "there is no local model" : "agent_mode is " + mode.label();
    Message.User next = prompt;
    for (int attempt = 1; ; attempt++) {
      Attempt done = attempt(new Choice(side, attempt, reason), next);
      Trouble trouble = done.trouble;
      if (trouble == null) {
        finish(done.outcome);
        return;
      }
      Optional<AgentMode.Side> other =
          limits.routing().after(mode, side, attempt, trouble, remote());
      if (other.isEmpty()) {
        fail(done, trouble);
        return;
      }
      if (other.get() != side) {
        job.tell(
            JobEvent.PROVIDER_FALLBACK,
            Json.object()
                .put("from", side.label())
                .put("to", other.get().label())
                .put("attempt", attempt)
                .put("reason", trouble.label())
                .put("message", explain(done, trouble))
                .build());
      }
      side = other.get();
      reason = trouble.label();
      next = again(prompt, trouble);
    }
  }

  private Routing.Remote remote() {
    return workbench.has(AgentMode.Side.REMOTE) ? Routing.Remote.THERE : Routing.Remote.MISSING;
  }

  /// What the next attempt is told. The history of the one before stays, and so does what it
  /// staged; but a prompt that was never answered is not in the history any more.
  private Message.User again(Message.User prompt, Trouble trouble) {
    Conversation conversation = session.conversation();
    if (conversation == null || !conversation.history().contains(prompt)) {
      return prompt;
    }
    var staged = new ArrayList<String>();
    for (DiffBundle.FileDiff file : session.editing.review().bundle().files()) {
      staged.add(file.path());
    }
    return Message.User.of(
        "The last attempt did not succeed ("
            + trouble.label()
            + "). "
            + (staged.isEmpty()
                ? "Nothing is staged."
                : "What is staged stays: " + String.join(", ", staged) + ".")
            + " Carry out the instruction now.");
  }

  /// Which model an attempt takes, and why.
  private record Choice(AgentMode.Side side, int attempt, String reason) {}

  /// @param trouble why the result cannot be used, or null
  private record Attempt(Outcome outcome, @Nullable Trouble trouble) {}

  private Attempt attempt(Choice choice, Message.User prompt) throws InterruptedException {
    malformed.set(0);
    tally.begin();
    budget = new ToolBudget(job.record().maxToolCalls());
    var watchdog = new Watchdog(timer, timeout(choice.side));
    Workbench.Assembled assembled;
    try {
      assembled =
          workbench.assemble(
              new Workbench.Bench(
                  choice.side,
                  session.workspace,
                  new OnePrompt(session.workspace, session.editing, checkpoint, proposals),
                  tools(watchdog),
                  new ProposalPolicy(),
                  limits.steps()));
    } catch (Workbench.WorkbenchException unusable) {
      String problem = String.valueOf(unusable.getMessage());
      selected(choice, Json.Null.VALUE, problem);
      return new Attempt(broken(problem), Trouble.MODEL_UNAVAILABLE);
    }
    selected(choice, Json.of(assembled.model()), "");
    Conversation conversation = session.conversation();
    if (conversation == null) {
      conversation =
          new Conversation(
              assembled.setup(),
              event -> {
                tally.heard(event);
                heard(event);
              });
      conversation.restore(messages());
      session.use(conversation);
    } else {
      // The second attempt of this run: what the first one found out stays in the history.
      conversation.use(assembled.setup());
    }
    watchdog.start(conversation::abort);
    try {
      // An attempt that was stopped has ended, with everything in it, when this answers.
      Outcome outcome = conversation.prompt(prompt);
      return new Attempt(outcome, trouble(outcome, watchdog));
    } finally {
      watchdog.end();
      session.keep();
    }
  }

  private void selected(Choice choice, Json model, String problem) {
    var data =
        Json.object()
            .put("provider", choice.side.label())
            .put("model", model)
            .put("attempt", choice.attempt)
            .put("reason", choice.reason);
    if (!problem.isEmpty()) {
      data.put("error", problem);
    }
    job.tell(JobEvent.PROVIDER_SELECTED, data.build());
  }

  private Duration timeout(AgentMode.Side side) {
    boolean bounded = job.record().mode() == AgentMode.HYBRID_AUTO && side == AgentMode.Side.LOCAL;
    return bounded ? limits.routing().localTimeout() : Duration.ZERO;
  }

  private List<Tool<?>> tools(Watchdog watchdog) {
    return List.of(
        new Budgeted<>(new SearchProject(files), budget),
        new Budgeted<>(new ReadProjectFile(files), budget),
        new Budgeted<>(new ListProjectFiles(files), budget),
        new Budgeted<>(
            new ClarifyUser(question -> watchdog.paused(() -> job.ask(question))), budget));
  }

  private List<Message> messages() {
    var messages = new ArrayList<Message>();
    try {
      for (Json each : session.messages().items()) {
        messages.add(MessageJson.message(each));
      }
    } catch (JsonException damaged) {
      throw new IllegalStateException("the stored messages cannot be read", damaged);
    }
    return messages;
  }

  private @Nullable Trouble trouble(Outcome outcome, Watchdog watchdog) {
    boolean aborted = outcome.ending() == Outcome.Ending.ABORTED;
    if (watchdog.end() && aborted) {
      return Trouble.TIMEOUT;
    }
    if (malformed.get() > limits.schemaRetries()) {
      return Trouble.SCHEMA_RETRIES_EXHAUSTED;
    }
    boolean nothing = tally.nothingStaged();
    return switch (outcome.ending()) {
      case ABORTED -> Trouble.CANCELLED;
      case FAILED ->
          outcome.failure() == ModelException.Kind.CONTEXT_OVERFLOW
              ? Trouble.CONTEXT_OVERFLOW
              : Trouble.MODEL_FAILED;
      case BUDGET -> Trouble.BUDGET_SPENT;
      case STEP_LIMIT -> nothing ? Trouble.TOOL_BUDGET_EXHAUSTED : null;
      case COMPLETED, OUTPUT_LIMIT ->
          nothing && budget.exhausted()
              ? Trouble.TOOL_BUDGET_EXHAUSTED
              : tally.allRefused() ? Trouble.EDITS_REFUSED : null;
    };
  }

  private void fail(Attempt attempt, Trouble trouble) {
    if (trouble == Trouble.EDITS_REFUSED) {
      // The model had the last word, and no other one is asked: its answer says how far it came.
      finish(attempt.outcome);
    } else {
      session.fail(job, trouble.label(), explain(attempt, trouble));
    }
  }

  private String explain(Attempt attempt, Trouble trouble) {
    return switch (trouble) {
      case CANCELLED -> "the job was cancelled";
      case SCHEMA_RETRIES_EXHAUSTED -> PROPOSE + " was malformed " + malformed.get() + " times";
      case TIMEOUT ->
          "the local model took longer than " + limits.routing().localTimeout().toMillis() + " ms";
      case EDITS_REFUSED -> "every edit that the model tried was refused";
      case TOOL_BUDGET_EXHAUSTED ->
          attempt
              .outcome
              .problemText()
              .orElse(
                  "all " + job.record().maxToolCalls() + " tool calls were used without an edit");
      case CONTEXT_OVERFLOW, MODEL_FAILED, MODEL_UNAVAILABLE, BUDGET_SPENT ->
          attempt.outcome.problemText().orElse("the model did not finish");
    };
  }

  private static Outcome broken(String problem) {
    return new Outcome(
        Outcome.Ending.FAILED,
        "",
        0,
        dev.tenon.core.model.Usage.NONE,
        Duration.ZERO,
        problem,
        null);
  }

  private void finish(Outcome outcome) {
    session.lock.lock();
    try {
      finishAlone(outcome);
    } finally {
      session.lock.unlock();
    }
  }

  /// Nobody else can change what is staged.
  private void finishAlone(Outcome outcome) {
    DiffBundle bundle = session.editing.review().bundle();
    if (!session.editing.review().stages(checkpoint.id())) {
      session.end(
          job,
          draft -> {
            draft.answer = outcome.text();
            draft.become(JobStatus.COMPLETED, job.now());
          },
          JobEvent.JOB_COMPLETED,
          Json.object().put("answer", outcome.text()).put("steps", outcome.steps()).build());
      return;
    }
    Json.Obj diff = Bundles.json(job.record().id(), bundle);
    int hunks = bundle.files().stream().mapToInt(file -> file.hunks().size()).sum();
    session.end(
        job,
        draft -> {
          draft.answer = outcome.text();
          draft.diffBundle = diff;
          draft.become(JobStatus.AWAITING_REVIEW, job.now());
        },
        JobEvent.DIFF_GENERATED,
        Json.object()
            .put("files", bundle.files().size())
            .put("hunks", hunks)
            .put("answer", outcome.text())
            .build());
  }

  /// What happens in the conversation, as events of the job.
  private void heard(AgentEvent event) {
    observer.accept(event);
    if (event instanceof AgentEvent.StepStarted begun) {
      step = begun.step();
      stepBegan = System.nanoTime();
    } else if (event instanceof AgentEvent.ToolStarted run) {
      started.add(run.call().id());
      requested(run.call(), run.title());
    } else if (event instanceof AgentEvent.ToolFinished finished) {
      completed(finished);
    } else if (event instanceof AgentEvent.MessageAppended appended) {
      if (appended.message() instanceof Message.Assistant answer) {
        answered(answer);
      }
      if (appended.message() instanceof Message.ToolResults) {
        session.keep();
      }
    } else if (event instanceof AgentEvent.PromptEnded ended
        && ended.outcome().ending() == Outcome.Ending.FAILED) {
      job.tell(
          JobEvent.ASSISTANT_MESSAGE,
          Json.object()
              .put("step", step)
              .put("text", "")
              .put("stop_reason", "error")
              .put("error", ended.outcome().problemText().orElse("the model did not answer"))
              .build());
    }
  }

  /// One step of the model is over.
  private void answered(Message.Assistant answer) {
    var calls = new ArrayList<Json>();
    for (Part.Call call : answer.calls()) {
      calls.add(Json.object().put("tool_call_id", call.id()).put("name", call.name()).build());
    }
    long millis = (System.nanoTime() - stepBegan) / 1_000_000;
    job.tell(
        JobEvent.ASSISTANT_MESSAGE,
        Json.object()
            .put("step", step)
            .put("text", answer.text())
            .put("stop_reason", Canonical.stopReason(answer))
            .array("tool_calls", calls)
            .put(
                "raw_usage",
                Json.object()
                    .putAll(Canonical.usage(answer.usage()))
                    .put("latency_ms", millis)
                    .put("model", answer.model())
                    .build())
            .build());
  }

  private void requested(Part.Call call, String title) {
    job.tell(
        JobEvent.TOOL_REQUESTED,
        Json.object()
            .put("tool_call_id", call.id())
            .put("tool", call.name())
            .put("title", title)
            .put("arguments", SMALL.of(call.arguments()))
            .build());
  }

  private void completed(AgentEvent.ToolFinished finished) {
    Part.Result result = finished.result();
    if (!started.remove(result.callId())) {
      requested(finished.call(), "");
      if (BUDGETED.contains(result.name())) {
        budget.count();
      }
    }
    var summary =
        Json.object()
            .put("tool_call_id", result.callId())
            .put("tool", result.name())
            .put("ok", !result.failed())
            .put("millis", finished.took().toMillis());
    if (result.failed()) {
      Json.Obj error = result.envelope().objectOrEmpty("error");
      summary.put(
          "error",
          Json.object()
              .put("code", error.string("code", ""))
              .put("message", error.string("message", ""))
              .build());
    } else {
      Json.Obj data = result.envelope().objectOrEmpty("data");
      Json counted = data.get(result.name().equals("list_files") ? "files" : "results");
      if (counted instanceof Json.Arr items) {
        summary.put("result_count", items.items().size());
      }
      summary.put("result", SMALL.of(data));
    }
    job.tell(JobEvent.TOOL_COMPLETED, summary.build());
    List<Json.Obj> edits = proposals.take(finished.call());
    if (!edits.isEmpty()) {
      job.update(draft -> draft.propose(edits), JobEvent.EDITS_PROPOSED, proposed(result, edits));
    } else if (result.failed() && result.name().equals(PROPOSE)) {
      refused(result.envelope().objectOrEmpty("error"));
    }
  }

  private static Json.Obj proposed(Part.Result result, List<Json.Obj> edits) {
    return Json.object()
        .put("tool_call_id", result.callId())
        .put("tool", result.name())
        .put("edits", edits.size())
        .put("edit_ids", Json.strings(edits.stream().map(it -> it.string("edit_id", "")).toList()))
        .put(
            "files",
            Json.strings(edits.stream().map(it -> it.string("file_path", "")).distinct().toList()))
        .build();
  }

  /// Counts the proposals that are against the schema, all of one attempt together. Edits of lines
  /// that have changed, are not there or were never shown are no such thing, nor are those that
  /// change nothing.
  private void refused(Json.Obj error) {
    boolean against =
        error.string("code", "").equals("invalid_argument")
            && !error.string("reason", "").equals("no_change");
    Conversation conversation = session.conversation();
    if (against && malformed.incrementAndGet() > limits.schemaRetries() && conversation != null) {
      conversation.abort();
    }
  }
}
