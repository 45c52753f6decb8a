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

  private final LiveJob job;
  private final LiveSession session;
  private final Checkpoint checkpoint;
  private final Workbench workbench;
  private final JobLimits limits;
  private final FileLimits files;
  private final ScheduledExecutorService timer;
  private final AtomicInteger malformed = new AtomicInteger();
  private volatile boolean tooSlow;

  JobRun(
      LiveJob job,
      LiveSession session,
      Checkpoint checkpoint,
      Workbench workbench,
      JobLimits limits,
      FileLimits files,
      ScheduledExecutorService timer) {
    this.job = job;
    this.session = session;
    this.checkpoint = checkpoint;
    this.workbench = workbench;
    this.limits = limits;
    this.files = files;
    this.timer = timer;
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
    var budget = new ToolBudget(job.record().maxToolCalls());
    Workbench.Assembled assembled;
    try {
      assembled =
          workbench.assemble(
              new Workbench.Bench(
                  side,
                  session.workspace,
                  new OnePrompt(session.editing, checkpoint),
                  tools(budget),
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
      return new Attempt(outcome, trouble(outcome, budget));
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

  private List<Tool<?>> tools(ToolBudget budget) {
    return List.of(
        new Budgeted<>(new SearchProject(files), budget),
        new Budgeted<>(new ReadProjectFile(files), budget),
        new Budgeted<>(new ListProjectFiles(files), budget),
        new ClarifyUser(job::ask));
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

  private @Nullable String trouble(Outcome outcome, ToolBudget budget) {
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
    job.tell(
        JobEvent.EDITS_PROPOSED,
        Json.object().put("files", bundle.files().size()).put("hunks", hunks).build());
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
    if (event instanceof AgentEvent.ToolStarted started) {
      job.tell(
          JobEvent.TOOL_REQUESTED,
          Json.object()
              .put("tool_call_id", started.call().id())
              .put("tool", started.call().name())
              .put("title", started.title())
              .build());
    } else if (event instanceof AgentEvent.ToolFinished finished) {
      completed(finished);
    } else if (event instanceof AgentEvent.MessageAppended appended) {
      if (appended.message() instanceof Message.Assistant answer && !answer.text().isBlank()) {
        job.tell(
            JobEvent.ASSISTANT_MESSAGE,
            Json.object()
                .put("text", answer.text())
                .put("model", answer.model())
                .put("usage", MessageJson.toJson(answer.usage()))
                .build());
      }
      if (appended.message() instanceof Message.ToolResults) {
        session.keep(Store.Applying.NOTHING);
      }
    }
  }

  private void completed(AgentEvent.ToolFinished finished) {
    Part.Result result = finished.result();
    var summary =
        Json.object()
            .put("tool_call_id", result.callId())
            .put("tool", result.name())
            .put("ok", !result.failed())
            .put("millis", finished.took().toMillis());
    Json.Obj data = result.envelope().objectOrEmpty("data");
    if (data.get("results") instanceof Json.Arr results) {
      summary.put("result_count", results.items().size());
    }
    if (data.get("files") instanceof Json.Arr listed && !result.name().equals(PROPOSE)) {
      summary.put("result_count", listed.items().size());
    }
    if (result.failed()) {
      summary.put("error", result.envelope().objectOrEmpty("error").string("message", ""));
    }
    job.tell(JobEvent.TOOL_COMPLETED, summary.build());
    if (result.name().equals(PROPOSE)) {
      proposed(finished.call(), result);
    }
  }

  private void proposed(Part.Call call, Part.Result result) {
    if (!result.failed()) {
      List<Json.Obj> edits = call.arguments().objects("edits");
      job.update(
          draft -> draft.propose(edits),
          JobEvent.EDITS_PROPOSED,
          Json.object().put("edits", edits.size()).build());
      return;
    }
    String code = result.envelope().objectOrEmpty("error").string("code", "");
    Conversation conversation = session.conversation();
    boolean enough =
        code.equals("invalid_argument") && malformed.incrementAndGet() > limits.schemaRetries();
    if (enough && conversation != null) {
      conversation.abort();
    }
  }

  /// The instruction with everything that was laid beside it.
  static Message.User prompt(String instruction, List<ContextRow> rows) {
    var parts = new ArrayList<Part.Input>();
    for (ContextRow row : rows) {
      parts.add(new Part.Text(row.text()));
    }
    parts.add(new Part.Text(instruction));
    return new Message.User(parts);
  }
}
