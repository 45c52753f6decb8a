package dev.tenon.server.job;

import dev.tenon.core.agent.AgentEvent;
import dev.tenon.core.agent.Conversation;
import dev.tenon.core.agent.Outcome;
import dev.tenon.core.change.Checkpoint;
import dev.tenon.core.change.DiffBundle;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
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

  /// The calls that run.
  private final Set<String> started = ConcurrentHashMap.newKeySet();

  private volatile ToolBudget budget = new ToolBudget(0);
  private volatile boolean tooSlow;
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
    AgentMode.Side side = mode.first();
    String reason = "agent_mode is " + mode.label();
    Message.User next = prompt;
    for (int attempt = 1; ; attempt++) {
      Attempt done = attempt(side, reason, next);
      if (done.trouble == null) {
        finish(done.outcome);
        return;
      }
      boolean again = mode == AgentMode.HYBRID_AUTO && side == AgentMode.Side.LOCAL;
      if (!again) {
        fail(done);
        return;
      }
      if (attempt >= limits.localAttempts()) {
        side = AgentMode.Side.REMOTE;
      }
      reason = done.trouble;
      next =
          Message.User.of(
              "The last attempt did not succeed ("
                  + done.trouble
                  + "). Carry out the instruction now.");
    }
  }

  /// @param trouble why the result cannot be used, or null
  private record Attempt(Outcome outcome, @Nullable String trouble) {}

  private Attempt attempt(AgentMode.Side side, String reason, Message.User prompt)
      throws InterruptedException {
    malformed.set(0);
    tooSlow = false;
    budget = new ToolBudget(job.record().maxToolCalls());
    Workbench.Assembled assembled;
    try {
      assembled =
          workbench.assemble(
              new Workbench.Bench(
                  side,
                  session.workspace,
                  new OnePrompt(session.workspace, session.editing, checkpoint, proposals),
                  tools(),
                  new ProposalPolicy(),
                  limits.steps()));
    } catch (Workbench.WorkbenchException unusable) {
      return new Attempt(broken(String.valueOf(unusable.getMessage())), "model_unavailable");
    }
    job.tell(
        JobEvent.PROVIDER_SELECTED,
        Json.object()
            .put("provider", side.label())
            .put("model", assembled.model())
            .put("reason", reason)
            .build());
    Conversation conversation = session.conversation();
    if (conversation == null) {
      conversation = new Conversation(assembled.setup(), this::heard);
      conversation.restore(messages());
      session.use(conversation);
    } else {
      // The second attempt of this run: what the first one found out stays in the history.
      conversation.use(assembled.setup());
    }
    ScheduledFuture<?> watchdog = watchdog(side, conversation);
    try {
      Outcome outcome = conversation.prompt(prompt);
      return new Attempt(outcome, trouble(outcome));
    } finally {
      watchdog.cancel(false);
      session.keep(Store.Applying.NOTHING);
    }
  }

  private ScheduledFuture<?> watchdog(AgentMode.Side side, Conversation conversation) {
    boolean bounded = job.record().mode() == AgentMode.HYBRID_AUTO && side == AgentMode.Side.LOCAL;
    long millis = bounded ? limits.localTimeout().toMillis() : Long.MAX_VALUE / 2_000_000;
    return timer.schedule(
        () -> {
          tooSlow = true;
          conversation.abort();
        },
        millis,
        TimeUnit.MILLISECONDS);
  }

  private List<Tool<?>> tools() {
    return List.of(
        new Budgeted<>(new SearchProject(files), budget),
        new Budgeted<>(new ReadProjectFile(files), budget),
        new Budgeted<>(new ListProjectFiles(files), budget),
        new Budgeted<>(new ClarifyUser(job::ask), budget));
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

  private @Nullable String trouble(Outcome outcome) {
    if (tooSlow) {
      return "timeout";
    }
    if (malformed.get() > limits.schemaRetries()) {
      return "schema_retries_exhausted";
    }
    if (outcome.failure() == ModelException.Kind.CONTEXT_OVERFLOW) {
      return "context_overflow";
    }
    if (outcome.ending() == Outcome.Ending.FAILED) {
      return "model_failed";
    }
    boolean nothing = session.editing.review().bundle().files().isEmpty();
    if (budget.exhausted() && nothing) {
      return "tool_budget_exhausted";
    }
    return outcome.ending() == Outcome.Ending.ABORTED ? "cancelled" : null;
  }

  private void fail(Attempt attempt) {
    String message =
        switch (String.valueOf(attempt.trouble)) {
          case "cancelled" -> "the job was cancelled";
          case "schema_retries_exhausted" ->
              PROPOSE + " was malformed " + malformed.get() + " times";
          case "tool_budget_exhausted" ->
              "all " + job.record().maxToolCalls() + " tool calls were used without an edit";
          default -> attempt.outcome.problemText().orElse("the model did not finish");
        };
    job.fail(String.valueOf(attempt.trouble), message);
  }

  private static Outcome broken(String problem) {
    return new Outcome(
        Outcome.Ending.FAILED,
        "",
        0,
        dev.tenon.core.model.Usage.NONE,
        java.time.Duration.ZERO,
        problem,
        null);
  }

  private void finish(Outcome outcome) {
    DiffBundle bundle = session.editing.review().bundle();
    if (bundle.files().isEmpty()) {
      job.update(
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
    job.update(
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
        session.keep(Store.Applying.NOTHING);
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
