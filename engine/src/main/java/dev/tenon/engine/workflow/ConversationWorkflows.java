package dev.tenon.engine.workflow;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonFields;
import dev.tenon.core.permission.Mode;
import dev.tenon.core.tool.Asker;
import dev.tenon.core.tool.ToolContext;
import dev.tenon.core.tool.ToolException;
import dev.tenon.core.workflow.Consensus;
import dev.tenon.core.workflow.GoalLedger;
import dev.tenon.core.workflow.Interview;
import dev.tenon.core.workflow.TeamBoard;
import dev.tenon.core.workflow.WorkflowException;
import dev.tenon.core.workflow.WorkflowKind;
import dev.tenon.core.workflow.WorkflowStatus;
import dev.tenon.core.workflow.WorkflowStore;
import dev.tenon.tools.workflow.WorkflowTool;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The workflows of a conversation. The model reports steps ([WorkflowTool]), and this decides
/// whether each may come now and carries it out. Nothing of it is made before a workflow is called.
/// One prompt at a time; what it tells may be asked by any thread.
public final class ConversationWorkflows implements WorkflowTool.Engine, AutoCloseable {
  private static final String EXECUTE = "Yes, carry it out";
  private static final String STOP = "Yes, stop it";

  private final WorkflowSurroundings around;
  private final PromptHold hold;
  private final WorkflowStore store;
  private final WorkflowTool tool = new WorkflowTool(this);
  private final InterviewRun interviews;
  private final ConsensusRun plans;
  private final GoalRun goals;
  private final TeamRun teams;
  private final Set<String> authorized = new HashSet<>();
  private volatile Set<WorkflowKind> named = EnumSet.noneOf(WorkflowKind.class);
  private volatile String current = "";
  private volatile boolean stuck;

  public ConversationWorkflows(WorkflowSurroundings around, PromptHold hold) {
    this.around = around;
    this.hold = hold;
    this.store = WorkflowStore.of(around.stateFolder(), around::diagnose);
    this.interviews = new InterviewRun(around);
    this.plans = new ConsensusRun(around);
    this.goals = new GoalRun(around);
    this.teams = new TeamRun(around, store);
    around.evidence().holdGoals(this::held);
  }

  /// Why the model cannot put the goal aside; empty when it can.
  private String held() {
    try {
      WorkflowStore.Kept kept = current().orElse(null);
      return kept != null && kept.kind() == WorkflowKind.ULTRAGOAL && kept.status().state().isOpen()
          ? "the workflow "
              + kept.id()
              + " works off this goal; what only the person can remove is told with workflow,"
              + " action block and kind human_blocked"
          : "";
    } catch (IOException unreadable) {
      around.diagnose("the workflow cannot be read: " + unreadable.getMessage());
      return "";
    }
  }

  public WorkflowStore store() {
    return store;
  }

  /// The workflow that the conversation is in; empty when there is none.
  public Optional<WorkflowStore.Kept> current() throws IOException {
    return current.isEmpty() ? Optional.empty() : store.find(current);
  }

  /// Whether a plan came to no end in the last prompt.
  public boolean isStuck() {
    return stuck;
  }

  /// The person has typed something. Answers the call of a workflow in it, if it is one.
  public Optional<WorkflowCall> typed(String text) {
    stuck = false;
    named = WorkflowCall.named(text);
    goals.prompted();
    Optional<WorkflowCall> call = WorkflowCall.of(text);
    if (call.isPresent()) {
      around.offer(tool);
      if (!call.get().kind().executes()) {
        holdFor(call.get().kind());
      }
    } else if (!named.isEmpty() || hasOpen()) {
      around.offer(tool);
    }
    return call;
  }

  private void holdFor(WorkflowKind kind) {
    hold.plan("the workflow " + kind.label() + " changes nothing until the person's next prompt");
  }

  /// Whether this session has a workflow that goes on.
  private boolean hasOpen() {
    try {
      for (WorkflowStore.Kept each :
          store.isEmpty() ? List.<WorkflowStore.Kept>of() : store.all()) {
        boolean own = !around.session().isEmpty() && each.session().equals(around.session());
        if (own && each.status().state().isOpen()) {
          current = current.isEmpty() ? each.id() : current;
          return true;
        }
      }
    } catch (IOException unreadable) {
      around.diagnose("the workflows cannot be read: " + unreadable.getMessage());
    }
    return false;
  }

  // ---- the steps

  @Override
  public String carryOut(WorkflowTool.Parameters step, ToolContext context)
      throws ToolException, InterruptedException {
    try {
      return switch (step.action()) {
        case START -> start(step, context);
        case SHOW -> {
          WorkflowStore.Kept kept = meant(step);
          yield head(kept) + described(kept);
        }
        case NEXT -> next(meant(step), context);
        case SCORE -> interviews.score(interview(step), step);
        case ASK -> interviews.ask(interview(step), step);
        case ANSWER -> interviews.answer(interview(step), step);
        case RESTATE -> interviews.restate(interview(step), text(step));
        case SPEC -> interviews.spec(interview(step), text(step));
        case BLOCK -> goals.block(executed(step, WorkflowKind.ULTRAGOAL), step.kind(), text(step));
        case RESOLVE -> goals.resolve(executed(step, WorkflowKind.ULTRAGOAL), text(step));
        case STOP -> stopByModel(meant(step), step.text() == null ? "" : step.text());
      };
    } catch (WorkflowException refused) {
      throw new ToolException(ToolException.Code.CONFLICT, String.valueOf(refused.getMessage()));
    } catch (IOException broken) {
      throw ToolException.of("keeping the state of the workflow", broken);
    }
  }

  private static String text(WorkflowTool.Parameters step) throws ToolException {
    String text = step.text();
    if (text == null || text.isBlank()) {
      throw invalid("text is missing for the action " + JsonFields.word(step.action()));
    }
    return text.strip();
  }

  static ToolException invalid(String message) {
    return new ToolException(ToolException.Code.INVALID_ARGUMENT, message);
  }

  private String start(WorkflowTool.Parameters step, ToolContext context)
      throws ToolException, WorkflowException, IOException, InterruptedException {
    String name = step.workflow() == null ? "" : step.workflow();
    WorkflowKind kind =
        WorkflowKind.of(name)
            .orElseThrow(
                () ->
                    invalid(
                        "there is no workflow '"
                            + name
                            + "'; there are deep-interview, ralplan, team and ultragoal"));
    String task = text(step);
    var data = Json.object().put("task", task).put("session", around.session());
    switch (kind) {
      case DEEP_INTERVIEW -> data.put("threshold", around.threshold());
      case RALPLAN -> plans.check();
      case ULTRAGOAL -> data.put("goals", GoalLedger.toJson(GoalRun.provable(task)));
      case TEAM -> teams.describe(step, data);
    }
    if (kind.executes()) {
      data.put("authorized", authorize(kind, task));
    }
    WorkflowStore.Kept kept = store.begin(kind, data.build());
    current = kept.id();
    authorized.add(kept.id());
    return next(kept, context);
  }

  /// Goes on as far as it can be without the model.
  private String next(WorkflowStore.Kept kept, ToolContext context)
      throws ToolException, WorkflowException, IOException, InterruptedException {
    WorkflowStatus status = kept.status();
    if (status.state() == WorkflowStatus.State.STOPPED) {
      throw invalid(
          kept.id()
              + " was stopped"
              + (status.detail().isEmpty() ? "" : " " + status.detail())
              + " and does not go on; the person can begin another one");
    }
    current = kept.id();
    if (kept.kind().executes()) {
      authorizeAgain(kept);
      hold.planNoMore();
    } else {
      holdFor(kept.kind());
    }
    String done =
        switch (kept.kind()) {
          case DEEP_INTERVIEW -> interviews.next(kept);
          case RALPLAN -> {
            Consensus ended = plans.next(kept, context);
            stuck = ended.phase() == Consensus.Phase.STUCK;
            yield ConsensusRun.told(ended);
          }
          case ULTRAGOAL -> goals.next(kept);
          case TEAM -> teams.next(kept, context);
        };
    return head(kept) + done;
  }

  private static String head(WorkflowStore.Kept kept) {
    return "[" + kept.id() + "] ";
  }

  /// Goals that are worked off end with proof or with the person's word, not because the model
  /// wants to be done.
  private String stopByModel(WorkflowStore.Kept kept, String why)
      throws ToolException, WorkflowException, IOException, InterruptedException {
    boolean held = kept.kind() == WorkflowKind.ULTRAGOAL && kept.status().state().isOpen();
    if (held && !isChosen("stop", "Stop " + kept.id() + "?\n" + why, STOP)) {
      throw new ToolException(
          ToolException.Code.PERMISSION_DENIED,
          kept.id()
              + " is the person's to stop (/workflow stop "
              + kept.id()
              + "), and they did not; go on, or tell what is in the way with action block");
    }
    return stop(kept, why);
  }

  private String stop(WorkflowStore.Kept kept, String why) throws WorkflowException, IOException {
    if (kept.status().state().isOpen()) {
      kept.log().append(WorkflowStore.STOPPED, Json.object().put("why", why.strip()).build());
    }
    teams.end(kept.id());
    return head(kept) + "stopped";
  }

  private WorkflowStore.Kept meant(WorkflowTool.Parameters step) throws ToolException, IOException {
    String id = step.id() == null || step.id().isBlank() ? current : step.id().strip();
    if (id.isEmpty()) {
      hasOpen();
      id = current;
    }
    Optional<WorkflowStore.Kept> found = id.isEmpty() ? Optional.empty() : store.find(id);
    if (found.isEmpty()) {
      var known = new ArrayList<String>();
      store.all().forEach(each -> known.add(each.id()));
      throw new ToolException(
          ToolException.Code.NOT_FOUND,
          (id.isEmpty() ? "no workflow was started" : "there is no workflow '" + id + "'")
              + (known.isEmpty() ? "" : "; there are " + String.join(", ", known)));
    }
    return found.get();
  }

  private WorkflowStore.Kept interview(WorkflowTool.Parameters step)
      throws ToolException, IOException {
    WorkflowStore.Kept kept = open(step, WorkflowKind.DEEP_INTERVIEW);
    holdFor(kept.kind());
    return kept;
  }

  private WorkflowStore.Kept executed(WorkflowTool.Parameters step, WorkflowKind kind)
      throws ToolException, IOException, InterruptedException {
    WorkflowStore.Kept kept = open(step, kind);
    authorizeAgain(kept);
    return kept;
  }

  private WorkflowStore.Kept open(WorkflowTool.Parameters step, WorkflowKind kind)
      throws ToolException, IOException {
    WorkflowStore.Kept kept = meant(step);
    WorkflowStatus status = kept.status();
    if (kept.kind() != kind) {
      throw invalid(
          kept.id()
              + " has no action "
              + JsonFields.word(step.action())
              + "; that is for "
              + kind.label());
    }
    if (!status.state().isOpen()) {
      throw invalid(kept.id() + " is " + status.state().label() + ": " + status.detail());
    }
    current = kept.id();
    return kept;
  }

  // ---- the person's word

  private void authorizeAgain(WorkflowStore.Kept kept) throws ToolException, InterruptedException {
    if (!authorized.contains(kept.id())) {
      authorize(kept.kind(), kept.task());
      authorized.add(kept.id());
    }
  }

  /// Nothing is carried out that the person did not choose: by naming the workflow in their own
  /// prompt, or by an answer of their own. Answers which of them it was.
  private String authorize(WorkflowKind kind, String task)
      throws ToolException, InterruptedException {
    if (around.mode() == Mode.PLAN) {
      throw new ToolException(
          ToolException.Code.PERMISSION_DENIED,
          "the mode is plan, in which nothing is carried out; the person can choose another");
    }
    if (named.contains(kind)) {
      return "prompt";
    }
    Asker asker = around.asker();
    if (asker == null) {
      throw new ToolException(
          ToolException.Code.PERMISSION_DENIED,
          "carrying out "
              + kind.label()
              + " is the person's choice: nobody can be asked here, and their prompt does not name"
              + " it; say that '/"
              + kind.label()
              + " …' does");
    }
    String shown = task.length() > 1500 ? task.substring(0, 1500) + "…" : task;
    Asker.Reply reply =
        reply(asker, "execute", "Carry this out with " + kind.label() + "?\n" + shown, EXECUTE);
    if (!isYes(reply, EXECUTE)) {
      String words = reply == null ? "" : reply.own();
      throw new ToolException(
          ToolException.Code.PERMISSION_DENIED,
          "the person did not choose to carry it out"
              + (words.isEmpty() ? "" : " and says: " + words));
    }
    return "ask";
  }

  private static Asker.@Nullable Reply reply(Asker asker, String id, String question, String yes)
      throws InterruptedException {
    Optional<List<Asker.Reply>> replies =
        asker.ask(
            List.of(
                new Asker.Question(
                    id, question, List.of("No, not now", yes), Asker.Choice.ONE, -1)));
    return replies.isEmpty() ? null : replies.get().getFirst();
  }

  private static boolean isYes(Asker.@Nullable Reply reply, String yes) {
    return reply != null && reply.by() == Asker.By.PERSON && reply.chosen().equals(List.of(yes));
  }

  /// Whether the person, being asked, chooses it; nobody does where nobody can be asked.
  private boolean isChosen(String id, String question, String yes) throws InterruptedException {
    Asker asker = around.asker();
    return asker != null && isYes(reply(asker, id, question, yes), yes);
  }

  // ---- for people

  /// All of a workflow, for people.
  public static String described(WorkflowStore.Kept kept) {
    return switch (kept.kind()) {
      case DEEP_INTERVIEW -> Interview.of(kept.entries()).described();
      case RALPLAN -> Consensus.of(kept.entries()).described();
      case ULTRAGOAL -> GoalLedger.of(kept.entries()).described();
      case TEAM -> TeamBoard.of(kept.entries()).described();
    };
  }

  /// What the model still has to hear before the prompt may end.
  public Optional<String> objection() throws InterruptedException {
    try {
      WorkflowStore.Kept kept = current().orElse(null);
      return kept == null || kept.kind() != WorkflowKind.ULTRAGOAL || hold.plans()
          ? Optional.empty()
          : goals.objection(kept);
    } catch (IOException | WorkflowException unreadable) {
      around.diagnose("the workflow cannot be read: " + unreadable.getMessage());
      return Optional.empty();
    }
  }

  /// Ends one, whatever its kind, because the person wants it.
  public void stopByPerson(String id) throws IOException, WorkflowException {
    WorkflowStore.Kept kept = store.find(id).orElse(null);
    if (kept != null) {
      stop(kept, "by the person");
    }
  }

  /// What the workers of a team print.
  public TeamRun teams() {
    return teams;
  }

  @Override
  public void close() {
    teams.close();
  }
}
