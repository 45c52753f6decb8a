package dev.tenon.engine.workflow;

import dev.tenon.core.evidence.Check;
import dev.tenon.core.evidence.Goal;
import dev.tenon.core.evidence.GoalBook;
import dev.tenon.core.evidence.GoalException;
import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonFields;
import dev.tenon.core.tool.ToolException;
import dev.tenon.core.workflow.GoalLedger;
import dev.tenon.core.workflow.WorkflowException;
import dev.tenon.core.workflow.WorkflowLog;
import dev.tenon.core.workflow.WorkflowStore;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Works goals off: opens one after the other in the conversation's book of goals, where only
/// checks close it, and keeps what happens in the ledger.
final class GoalRun {
  private static final int MOST_ATTEMPTS = 3;
  private static final int MOST_OBJECTIONS = 3;

  private final WorkflowSurroundings around;

  /// Whether the person has said something since the last blocker that only they can remove.
  private volatile boolean personSpoke = true;

  private int objections;
  private int entriesThen;

  GoalRun(WorkflowSurroundings around) {
    this.around = around;
  }

  /// A prompt of the person begins.
  void prompted() {
    personSpoke = true;
    objections = 0;
  }

  private GoalBook book() {
    return around.evidence().goals();
  }

  /// What became of the goal that is open, and the next one.
  String next(WorkflowStore.Kept kept) throws WorkflowException, IOException {
    GoalLedger ledger = kept.log().locked(this::settled);
    if (ledger.blocker().orElse(null) == GoalLedger.Blocker.HUMAN_BLOCKED) {
      return "only the person can remove what is in the way: "
          + ledger.blocked()
          + ". Tell them what you need and end your turn.";
    }
    if (ledger.isDone()) {
      return "all " + ledger.items().size() + " goals are proved.\n" + ledger.described();
    }
    if (ledger.open().isPresent()) {
      int at = ledger.open().get();
      return "goal " + (at + 1) + " is open: " + shown(ledger.items().get(at)) + due();
    }
    return kept.log().locked(this::opened);
  }

  private static String due() {
    return "\nWork on it, run its checks after your last change, call goal with action complete,"
        + " then workflow with action next.";
  }

  private static String shown(GoalLedger.Item item) {
    var out = new StringBuilder(item.text());
    item.checks().forEach(check -> out.append("\n  check: ").append(check));
    return out.toString();
  }

  /// Brings the ledger up to what the book of goals says.
  private GoalLedger settled(WorkflowLog.Writing log) throws IOException {
    GoalLedger ledger = synced(log);
    int at = ledger.open().orElse(-1);
    if (at < 0) {
      return ledger;
    }
    Goal goal = mine(ledger.items().get(at));
    if (goal == null) {
      log.append(
          GoalLedger.FAILED,
          ledger.failed(at, "the conversation that worked on it ended before it was proved"));
    } else {
      switch (goal.state()) {
        case COMPLETE -> log.append(GoalLedger.PROVED, ledger.proved(at, goal.summary()));
        case UNVERIFIED, DROPPED -> {
          log.append(
              GoalLedger.FAILED, ledger.failed(at, "the goal is " + JsonFields.word(goal.state())));
          if (ledger.attempts(at) >= MOST_ATTEMPTS) {
            GoalLedger again = GoalLedger.of(log.entries());
            log.append(GoalLedger.OPENED, opening(again, at));
            blockHuman(log, MOST_ATTEMPTS + " attempts did not prove it");
          }
        }
        case ACTIVE, PAUSED -> {}
      }
    }
    return GoalLedger.of(log.entries());
  }

  private static Json.Obj opening(GoalLedger ledger, int at) throws IOException {
    try {
      return ledger.opened(at);
    } catch (WorkflowException impossible) {
      throw new IOException(impossible.getMessage(), impossible);
    }
  }

  private void blockHuman(WorkflowLog.Writing log, String why) throws IOException {
    try {
      log.append(
          GoalLedger.BLOCKED,
          GoalLedger.of(log.entries()).blocked(GoalLedger.Blocker.HUMAN_BLOCKED, why));
      personSpoke = false;
    } catch (WorkflowException impossible) {
      throw new IOException(impossible.getMessage(), impossible);
    }
  }

  /// The goal of the book, if it is this one.
  private @Nullable Goal mine(GoalLedger.Item item) {
    return book().goal().filter(goal -> goal.text().equals(item.text().strip())).orElse(null);
  }

  /// Every check since then is in the ledger.
  private GoalLedger synced(WorkflowLog.Writing log) throws IOException {
    GoalLedger ledger = GoalLedger.of(log.entries());
    int at = ledger.open().orElse(-1);
    if (at < 0) {
      return ledger;
    }
    for (Check check : around.evidence().checks().all()) {
      boolean since = !check.began().isBefore(openedAt(log, at));
      if (since && !ledger.has(around.session(), check.id())) {
        log.append(
            GoalLedger.CHECKED,
            ledger.checked(
                at,
                around.session(),
                check.id(),
                check.command(),
                check.exit(),
                check.succeeded()));
      }
    }
    return GoalLedger.of(log.entries());
  }

  private static Instant openedAt(WorkflowLog.Writing log, int at) {
    for (var entry : log.entries().reversed()) {
      if (entry.type().equals(GoalLedger.OPENED) && entry.data().number("goal", 0) == at + 1L) {
        return entry.at();
      }
    }
    return Instant.MAX;
  }

  private String opened(WorkflowLog.Writing log) throws WorkflowException, IOException {
    GoalLedger ledger = GoalLedger.of(log.entries());
    int at = ledger.next().orElseThrow(() -> new WorkflowException("no goal is left"));
    GoalLedger.Item item = ledger.items().get(at);
    var criteria = new ArrayList<Goal.Criterion>();
    item.checks().forEach(check -> criteria.add(Goal.Criterion.ofCheck(check)));
    try {
      book()
          .create(
              item.text(), criteria.isEmpty() ? List.of(Goal.Criterion.of(item.text())) : criteria);
    } catch (GoalException taken) {
      throw new WorkflowException(String.valueOf(taken.getMessage()));
    }
    around.offerGoals();
    log.append(GoalLedger.OPENED, ledger.opened(at));
    return "goal "
        + (at + 1)
        + " of "
        + ledger.items().size()
        + ", attempt "
        + (ledger.attempts(at) + 1)
        + ": "
        + shown(item)
        + due();
  }

  String block(WorkflowStore.Kept kept, @Nullable String kind, String reason)
      throws ToolException, WorkflowException, IOException {
    String word = kind == null ? "" : kind.strip();
    GoalLedger.Blocker blocker =
        switch (word) {
          case "resolvable" -> GoalLedger.Blocker.RESOLVABLE;
          case "human_blocked" -> GoalLedger.Blocker.HUMAN_BLOCKED;
          default ->
              throw ConversationWorkflows.invalid(
                  "kind must be resolvable or human_blocked, was '" + word + "'");
        };
    kept.log()
        .locked(
            log -> {
              log.append(GoalLedger.BLOCKED, synced(log).blocked(blocker, reason));
              return blocker;
            });
    if (blocker == GoalLedger.Blocker.RESOLVABLE) {
      return "kept. It is yours to remove: do that, call workflow with action resolve, and go on.";
    }
    personSpoke = false;
    try {
      book().pause();
    } catch (GoalException notOpen) {
      around.diagnose("the goal is not paused: " + notOpen.getMessage());
    }
    return "kept; the goal is paused. Tell the person exactly what you need, and end your turn.";
  }

  String resolve(WorkflowStore.Kept kept, String how) throws WorkflowException, IOException {
    kept.log()
        .locked(
            log -> {
              GoalLedger ledger = synced(log);
              if (ledger.blocker().orElse(null) == GoalLedger.Blocker.HUMAN_BLOCKED
                  && !personSpoke) {
                throw new WorkflowException(
                    "it is human_blocked, and the person has not said anything since; end your"
                        + " turn");
              }
              log.append(GoalLedger.RESOLVED, ledger.resolved(how));
              return how;
            });
    boolean paused = book().goal().filter(goal -> goal.state() == Goal.State.PAUSED).isPresent();
    if (paused) {
      try {
        book().resume(GoalBook.Who.MODEL);
      } catch (GoalException refused) {
        throw new WorkflowException(String.valueOf(refused.getMessage()));
      }
    }
    return next(kept);
  }

  /// What the model has to hear before it may end: a workflow ends with all goals proved, or with
  /// something that only the person can remove.
  Optional<String> objection(WorkflowStore.Kept kept) throws WorkflowException, IOException {
    if (!kept.status().state().isOpen()) {
      return Optional.empty();
    }
    GoalLedger ledger = kept.log().locked(this::settled);
    int entries = kept.log().entries().size();
    if (ledger.isDone() || ledger.blocker().orElse(null) == GoalLedger.Blocker.HUMAN_BLOCKED) {
      return Optional.empty();
    }
    objections = entries > entriesThen ? 1 : objections + 1;
    entriesThen = entries;
    if (objections > MOST_OBJECTIONS) {
      return Optional.empty();
    }
    return Optional.of(
        "<tenon-reminder>\nThe workflow "
            + kept.id()
            + " is not over: "
            + ledger.open().map(at -> "goal " + (at + 1) + " is open").orElse("another goal waits")
            + ". Go on with workflow, action next. You may pause only with action block and kind"
            + " human_blocked.\n</tenon-reminder>");
  }
}
