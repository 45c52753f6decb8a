package dev.tenon.engine.workflow;

import dev.tenon.core.evidence.Check;
import dev.tenon.core.evidence.Goal;
import dev.tenon.core.evidence.GoalBook;
import dev.tenon.core.evidence.GoalException;
import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonFields;
import dev.tenon.core.permission.command.ExitMeaning;
import dev.tenon.core.tool.ToolException;
import dev.tenon.core.workflow.GoalLedger;
import dev.tenon.core.workflow.WorkflowException;
import dev.tenon.core.workflow.WorkflowLog;
import dev.tenon.core.workflow.WorkflowStore;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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

  /// The goals of a brief. A check that can prove nothing would leave its goal open for ever.
  static List<GoalLedger.Item> provable(String brief) throws WorkflowException {
    List<GoalLedger.Item> items = GoalLedger.goals(brief);
    for (GoalLedger.Item item : items) {
      for (String check : item.checks()) {
        String weakness = ExitMeaning.of(check).weakness();
        if (!weakness.isEmpty()) {
          throw new WorkflowException(
              "'@check: "
                  + check
                  + "' below '"
                  + item.text()
                  + "' can prove nothing: "
                  + weakness
                  + "; name a command that fails while the goal is not reached");
        }
      }
    }
    return items;
  }

  private GoalBook book() {
    return around.evidence().goals();
  }

  /// What became of the goal that is open, and the next one.
  String next(WorkflowStore.Kept kept) throws WorkflowException, IOException, InterruptedException {
    Map<Integer, String> broken = broken(kept);
    GoalLedger ledger = kept.log().locked(log -> settled(log, broken));
    var lost = new StringBuilder();
    broken.forEach((at, why) -> lost.append(lost(at, why)).append('\n'));
    if (ledger.blocker().orElse(null) == GoalLedger.Blocker.HUMAN_BLOCKED) {
      return "only the person can remove what is in the way: "
          + ledger.blocked()
          + ". Tell them what you need and end your turn.";
    }
    if (ledger.isDone()) {
      String stale = unrepeatable(ledger);
      return "all "
          + ledger.items().size()
          + (stale.isEmpty() ? " goals are proved.\n" : " goals were proved, not all still are.\n")
          + stale
          + ledger.described();
    }
    if (ledger.open().isPresent()) {
      int at = ledger.open().get();
      return "goal " + (at + 1) + " is open: " + shown(ledger.items().get(at)) + due();
    }
    return lost + kept.log().locked(this::opened);
  }

  private static String lost(int at, String why) {
    return "goal " + (at + 1) + " is no longer proved: " + why;
  }

  /// Before all goals count as proved, the commands of each run again where later work has made
  /// them stale. Answers which goals are proved no longer, with the reason.
  private Map<Integer, String> broken(WorkflowStore.Kept kept)
      throws IOException, InterruptedException {
    GoalLedger ledger = GoalLedger.of(kept.log().entries());
    int open = ledger.open().orElse(-1);
    boolean last =
        open < 0
            ? ledger.isDone()
            : ledger.isLast(open)
                && book().goal().filter(goal -> isReached(goal, ledger, open)).isPresent();
    Map<Integer, String> broken = new LinkedHashMap<>();
    if (last) {
      for (int i = 0; i < ledger.items().size(); i++) {
        List<String> problems = around.evidence().unproved(ledger.items().get(i).checks());
        if (!problems.isEmpty()) {
          broken.put(i, String.join("; ", problems));
        }
      }
    }
    return broken;
  }

  private static boolean isReached(Goal goal, GoalLedger ledger, int open) {
    return goal.state() == Goal.State.COMPLETE
        && goal.text().equals(ledger.items().get(open).text().strip());
  }

  /// Which goals have a proof that later work has made stale and no command that could run again.
  private String unrepeatable(GoalLedger ledger) throws IOException, InterruptedException {
    var out = new StringBuilder();
    for (int i = 0; i < ledger.items().size(); i++) {
      List<String> ids = ledger.items().get(i).checks().isEmpty() ? ledger.evidence(i) : List.of();
      List<String> stale = around.evidence().stale(ids);
      if (!stale.isEmpty()) {
        out.append("The proof of goal ")
            .append(i + 1)
            .append(" is stale, and it has no @check that could run again: ")
            .append(String.join("; ", stale))
            .append('\n');
      }
    }
    return out.toString();
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
  ///
  /// @param broken goals that are proved no longer, with the reason
  private GoalLedger settled(WorkflowLog.Writing log, Map<Integer, String> broken)
      throws IOException {
    GoalLedger ledger = synced(log);
    settleOpen(log, ledger);
    for (Map.Entry<Integer, String> each : broken.entrySet()) {
      GoalLedger now = GoalLedger.of(log.entries());
      if (now.open().isEmpty()) {
        log.append(GoalLedger.FAILED, now.failed(each.getKey(), each.getValue()));
        blockIfHopeless(log, each.getKey());
      }
    }
    return GoalLedger.of(log.entries());
  }

  private void settleOpen(WorkflowLog.Writing log, GoalLedger ledger) throws IOException {
    int at = ledger.open().orElse(-1);
    if (at < 0) {
      return;
    }
    Goal goal = mine(ledger.items().get(at));
    if (goal == null) {
      log.append(
          GoalLedger.FAILED,
          ledger.failed(at, "the conversation that worked on it ended before it was proved"));
    } else {
      switch (goal.state()) {
        case COMPLETE -> {
          var evidence = new ArrayList<String>();
          goal.criteria().forEach(each -> evidence.addAll(each.evidence()));
          log.append(GoalLedger.PROVED, ledger.proved(at, goal.summary(), evidence));
        }
        case UNVERIFIED, DROPPED -> {
          log.append(
              GoalLedger.FAILED, ledger.failed(at, "the goal is " + JsonFields.word(goal.state())));
          blockIfHopeless(log, at);
        }
        case ACTIVE, PAUSED -> {}
      }
    }
  }

  private void blockIfHopeless(WorkflowLog.Writing log, int at) throws IOException {
    GoalLedger again = GoalLedger.of(log.entries());
    if (again.attempts(at) >= MOST_ATTEMPTS) {
      log.append(GoalLedger.OPENED, opening(again, at));
      blockHuman(log, MOST_ATTEMPTS + " attempts did not prove it");
    }
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
              item.text(),
              criteria.isEmpty() ? List.of(Goal.Criterion.of(item.text())) : criteria,
              GoalBook.Who.MODEL);
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
      // From here on it waits for the person.
      book().pause(GoalBook.Who.PERSON);
    } catch (GoalException notOpen) {
      around.diagnose("the goal is not paused: " + notOpen.getMessage());
    }
    return "kept; the goal is paused. Tell the person exactly what you need, and end your turn.";
  }

  String resolve(WorkflowStore.Kept kept, String how)
      throws WorkflowException, IOException, InterruptedException {
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
  Optional<String> objection(WorkflowStore.Kept kept)
      throws WorkflowException, IOException, InterruptedException {
    if (!kept.status().state().isOpen()) {
      return Optional.empty();
    }
    Map<Integer, String> broken = broken(kept);
    GoalLedger ledger = kept.log().locked(log -> settled(log, broken));
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
