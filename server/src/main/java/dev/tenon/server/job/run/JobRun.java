package dev.tenon.server.job.run;

import dev.tenon.core.agent.Conversation;
import dev.tenon.core.agent.Outcome;
import dev.tenon.core.agent.PromptReader;
import dev.tenon.core.agent.Setup;
import dev.tenon.core.change.journal.Checkpoint;
import dev.tenon.core.change.review.DiffBundle;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.ModelException;
import dev.tenon.core.model.Part;
import dev.tenon.core.model.Usage;
import dev.tenon.core.tool.AddressReader;
import dev.tenon.core.tool.Tool;
import dev.tenon.engine.EditReasons;
import dev.tenon.server.job.live.EnteredSession;
import dev.tenon.server.job.live.LiveJob;
import dev.tenon.server.job.live.LiveSession;
import dev.tenon.server.job.record.AgentMode;
import dev.tenon.server.job.record.CommandUse;
import dev.tenon.server.job.record.EngineException;
import dev.tenon.server.job.record.JobEvent;
import dev.tenon.server.job.record.JobStatus;
import dev.tenon.server.job.record.PlanUse;
import dev.tenon.server.job.record.ReviewEvent;
import dev.tenon.server.job.record.RunEvent;
import dev.tenon.server.tool.ClarifyUser;
import dev.tenon.server.tool.FileLimits;
import dev.tenon.server.tool.ListProjectFiles;
import dev.tenon.server.tool.ReadProjectFile;
import dev.tenon.server.tool.SearchProject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import org.jspecify.annotations.Nullable;

/// Carries out one job on the thread that calls it: a prompt in the session's conversation, and a
/// second one with the remote model when the first failed and the mode allows it. Interrupting the
/// thread ends it.
final class JobRun {
  private final LiveJob job;
  private final LiveSession session;
  private final Checkpoint checkpoint;
  private final JobSetupFactory workbench;
  private final JobLimits limits;
  private final FileLimits files;
  private final ScheduledExecutorService timer;
  private final Proposals proposals;
  private final RunReport report;
  private final JobPlan plan;
  private ToolBudget budget = new ToolBudget(0);
  private Message.@Nullable User sent;

  JobRun(
      LiveJob job,
      LiveSession session,
      Checkpoint checkpoint,
      JobSetupFactory workbench,
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
    this.plan = new JobPlan(job);
    this.proposals = new Proposals(job.record().output().proposedEdits());
    this.report = new RunReport(job, session, proposals, observer, limits.schemaRetries());
  }

  void run(Message.User prompt) throws InterruptedException {
    Message.User next = plan.begin(prompt);
    while (next != null) {
      Outcome outcome = carryOut(next);
      if (outcome == null) {
        return;
      }
      next = plan.decided();
      if (next == null) {
        finish(outcome);
      }
    }
  }

  /// One prompt, with as many attempts as it takes. Answers null when the job has failed.
  private @Nullable Outcome carryOut(Message.User prompt) throws InterruptedException {
    AgentMode mode = job.record().request().mode();
    Optional<EngineException> refusal = limits.routing().refusal(mode, workbench::has);
    if (refusal.isPresent()) {
      job.fail(refusal.get().code(), String.valueOf(refusal.get().getMessage()));
      return null;
    }
    boolean missing = mode == AgentMode.HYBRID_AUTO && !workbench.has(AgentMode.Side.LOCAL);
    AgentMode.Side side = missing ? AgentMode.Side.REMOTE : mode.first();
    String reason = missing ? "there is no local model" : "agent_mode is " + mode.label();
    Message.User next = prompt;
    for (int attempt = 1; ; attempt++) {
      Attempt done = attempt(new Choice(side, attempt, reason), next);
      AttemptFailure failure = done.failure;
      if (failure == null) {
        return done.outcome;
      }
      Optional<AgentMode.Side> other =
          limits.routing().after(mode, side, attempt, failure, remote());
      if (other.isEmpty()) {
        fail(done, failure);
        return null;
      }
      if (other.get() != side) {
        job.tell(
            new RunEvent.ProviderFellBack(
                side, other.get(), attempt, failure.label(), explain(done, failure)));
      }
      side = other.get();
      reason = failure.label();
      next = again(prompt, failure);
    }
  }

  private Routing.Remote remote() {
    return workbench.has(AgentMode.Side.REMOTE) ? Routing.Remote.THERE : Routing.Remote.MISSING;
  }

  /// What the next attempt is told. The history of the one before stays, and so does what it
  /// staged; but a prompt that was never answered is not in the history any more.
  private Message.User again(Message.User prompt, AttemptFailure failure) {
    Conversation conversation = session.conversation();
    if (conversation == null || sent == null || !conversation.history().contains(sent)) {
      return prompt;
    }
    var staged = new ArrayList<String>();
    for (DiffBundle.FileDiff file : session.review().bundle().files()) {
      staged.add(file.path());
    }
    return Message.User.of(
        "The last attempt did not succeed ("
            + failure.label()
            + "). "
            + (staged.isEmpty()
                ? "Nothing is staged."
                : "What is staged stays: " + String.join(", ", staged) + ".")
            + " Carry out the instruction now.");
  }

  /// Which model an attempt takes, and why.
  private record Choice(AgentMode.Side side, int attempt, String reason) {}

  /// @param failure why the result cannot be used, or null
  private record Attempt(Outcome outcome, @Nullable AttemptFailure failure) {}

  private Attempt attempt(Choice choice, Message.User prompt) throws InterruptedException {
    budget = new ToolBudget(job.record().request().maxToolCalls());
    report.begin(budget);
    var timeout = new AttemptTimeout(timer, longest(choice.side));
    JobSetupFactory.Assembled assembled;
    try {
      assembled =
          workbench.assemble(
              new JobSetupFactory.Bench(
                  choice.side,
                  job.record().request().model(),
                  session.workspace(),
                  new JobEditing(session.workspace(), session.editing(), checkpoint, proposals),
                  tools(timeout),
                  new ProposalPolicy(commands(), plans()),
                  limits.steps(),
                  new JobSetupFactory.Commands(
                      commands(), plans(), job.record().sessionId(), new JobApprover(job, timeout)),
                  new JobSetupFactory.Delegating(this::conversation, this::budgeted),
                  said(prompt)));
    } catch (JobSetupFactory.WorkbenchException unusable) {
      String problem = String.valueOf(unusable.getMessage());
      selected(choice, "", problem);
      return new Attempt(broken(problem), AttemptFailure.MODEL_UNAVAILABLE);
    }
    selected(choice, assembled.model(), "");
    Conversation conversation = session.conversation();
    if (conversation == null) {
      conversation = new Conversation(assembled.setup(), reasons().andThen(report));
      conversation.restore(session.history());
      session.use(conversation);
    } else {
      // The second attempt of this run: what the first one found out stays in the history.
      conversation.use(assembled.setup());
    }
    timeout.start(conversation::abort);
    try {
      // An attempt that was stopped has ended, with everything in it, when this answers.
      sent = read(prompt, assembled.setup());
      Outcome outcome = conversation.prompt(sent);
      return new Attempt(outcome, failure(outcome, timeout));
    } catch (PromptReader.RefusedException refused) {
      return new Attempt(broken(String.valueOf(refused.getMessage())), AttemptFailure.MODEL_FAILED);
    } finally {
      timeout.end();
      session.save();
    }
  }

  /// What the model says before a call stays with the hunks that the call makes.
  private EditReasons reasons() {
    return new EditReasons(
        (call, said) -> session.editing().explain(call, workbench.withoutSecrets(said)));
  }

  /// The person's words, behind what was laid beside them.
  private static String said(Message.User prompt) {
    return prompt.content().getLast() instanceof Part.Text last ? last.text() : "";
  }

  /// The same with what the words call: a command from a file, or a skill.
  private static Message.User read(Message.User prompt, Setup setup)
      throws PromptReader.RefusedException, InterruptedException {
    String said = said(prompt);
    if (!said.strip().startsWith("/")) {
      return prompt;
    }
    var parts = new ArrayList<>(prompt.content());
    parts.removeLast();
    parts.addAll(setup.prompts().read(said).content());
    return new Message.User(parts);
  }

  /// The one that runs, as its helpers see it.
  private Conversation conversation() {
    return Objects.requireNonNull(session.conversation(), "helpers are called by a conversation");
  }

  private void selected(Choice choice, String model, String problem) {
    job.tell(
        new RunEvent.ProviderSelected(choice.side, model, choice.attempt, choice.reason, problem));
  }

  /// How long an attempt may take; zero for as long as it likes.
  private Duration longest(AgentMode.Side side) {
    boolean bounded =
        job.record().request().mode() == AgentMode.HYBRID_AUTO && side == AgentMode.Side.LOCAL;
    return bounded ? limits.routing().localTimeout() : Duration.ZERO;
  }

  private CommandUse commands() {
    return job.record().request().commands();
  }

  private PlanUse plans() {
    return job.record().request().plan();
  }

  private Tool<?> budgeted(Tool<?> tool) {
    return counted(tool);
  }

  private <P extends Record> Tool<P> counted(Tool<P> tool) {
    return new BudgetedTool<>(tool, budget);
  }

  private List<Tool<?>> tools(AttemptTimeout timeout) {
    var tools = new ArrayList<>(projectTools(timeout));
    tools.addAll(plan.tools());
    if (commands() != CommandUse.OFF) {
      for (Tool<?> tool : workbench.commandTools(session.workspace(), commands(), plans())) {
        tools.add(budgeted(tool));
      }
    }
    return tools;
  }

  private @Nullable AddressReader results() {
    return workbench.results(session.workspace(), job.record().sessionId());
  }

  private List<Tool<?>> projectTools(AttemptTimeout timeout) {
    return List.of(
        new BudgetedTool<>(new SearchProject(files), budget),
        new BudgetedTool<>(new ReadProjectFile(files, results()), budget),
        new BudgetedTool<>(new ListProjectFiles(files), budget),
        new BudgetedTool<>(
            new ClarifyUser(
                (question, choices) -> timeout.paused(() -> job.ask(question, choices))),
            budget));
  }

  private @Nullable AttemptFailure failure(Outcome outcome, AttemptTimeout timeout) {
    boolean aborted = outcome.ending() == Outcome.Ending.ABORTED;
    if (timeout.end() && aborted) {
      return AttemptFailure.TIMEOUT;
    }
    if (report.schemaRetriesExhausted()) {
      return AttemptFailure.SCHEMA_RETRIES_EXHAUSTED;
    }
    boolean nothing = report.edits().nothingStaged();
    return switch (outcome.ending()) {
      case ABORTED, REFUSED -> AttemptFailure.CANCELLED;
      case FAILED ->
          outcome.failure() == ModelException.Kind.CONTEXT_OVERFLOW
              ? AttemptFailure.CONTEXT_OVERFLOW
              : AttemptFailure.MODEL_FAILED;
      case BUDGET -> AttemptFailure.BUDGET_SPENT;
      case STEP_LIMIT -> nothing ? AttemptFailure.TOOL_BUDGET_EXHAUSTED : null;
      case COMPLETED, OUTPUT_LIMIT ->
          nothing && budget.exhausted()
              ? AttemptFailure.TOOL_BUDGET_EXHAUSTED
              : report.edits().allRefused() ? AttemptFailure.EDITS_REFUSED : null;
    };
  }

  private void fail(Attempt attempt, AttemptFailure failure) {
    if (failure == AttemptFailure.EDITS_REFUSED) {
      // The model had the last word, and no other one is asked: its answer says how far it came.
      finish(attempt.outcome);
      return;
    }
    try (var entered = EnteredSession.enter(session)) {
      entered.fail(job, failure.label(), explain(attempt, failure));
    }
  }

  private String explain(Attempt attempt, AttemptFailure failure) {
    return switch (failure) {
      case CANCELLED -> "the job was cancelled";
      case SCHEMA_RETRIES_EXHAUSTED ->
          "propose_edits was malformed " + report.malformed() + " times";
      case TIMEOUT ->
          "the local model took longer than " + limits.routing().localTimeout().toMillis() + " ms";
      case EDITS_REFUSED -> "every edit that the model tried was refused";
      case TOOL_BUDGET_EXHAUSTED ->
          attempt
              .outcome
              .problemText()
              .orElse(
                  "all "
                      + job.record().request().maxToolCalls()
                      + " tool calls were used without an edit");
      case CONTEXT_OVERFLOW, MODEL_FAILED, MODEL_UNAVAILABLE, BUDGET_SPENT ->
          attempt.outcome.problemText().orElse("the model did not finish");
    };
  }

  private static Outcome broken(String problem) {
    return new Outcome(Outcome.Ending.FAILED, "", 0, Usage.NONE, Duration.ZERO, problem, null);
  }

  private void finish(Outcome outcome) {
    try (var entered = EnteredSession.enter(session)) {
      if (entered.review().stages(checkpoint.id())) {
        awaitReview(entered, outcome);
      } else {
        entered.end(
            job,
            record -> record.withAnswer(outcome.text()).become(JobStatus.COMPLETED, job.now()),
            new JobEvent.Completed(outcome.text(), outcome.steps()));
      }
    }
  }

  private void awaitReview(EnteredSession entered, Outcome outcome) {
    List<DiffBundle.FileDiff> files = entered.review().bundle().files();
    int hunks = files.stream().mapToInt(file -> file.hunks().size()).sum();
    Json.Obj diff = session.bundle(job.record().id());
    entered.end(
        job,
        record ->
            record
                .withAnswer(outcome.text())
                .withDiff(diff)
                .become(JobStatus.AWAITING_REVIEW, job.now()),
        new ReviewEvent.DiffGenerated(files.size(), hunks, outcome.text()));
  }
}
