package dev.tenon.core.evidence;

import dev.tenon.core.json.JsonFields;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The goal of a conversation. A goal is complete when each of its criteria is proved by checks
/// that [Evidence] accepts, or was given up with a reason. One per conversation; safe for several
/// threads.
public final class GoalBook {
  /// So many claims without proof end a goal as [Goal.State#UNVERIFIED].
  public static final int MOST_REFUSALS = 3;

  private static final int MOST_CRITERIA = 50;

  private final Consumer<Goal> kept;
  private @Nullable Goal goal;

  /// Whether it was completed in the prompt that runs.
  private boolean completedNow;

  private volatile Supplier<String> held = () -> "";

  /// @param kept gets every state of the goal
  public GoalBook(Consumer<Goal> kept) {
    this.kept = kept;
  }

  /// Who wants something of a goal.
  public enum Who {
    PERSON,
    MODEL
  }

  public synchronized Optional<Goal> goal() {
    return Optional.ofNullable(goal);
  }

  /// The goal that is worked on, if one is.
  public synchronized Optional<Goal> open() {
    return goal().filter(Goal::isOpen);
  }

  /// The conversation goes on with this one, or with none.
  public synchronized void restore(@Nullable Goal earlier) {
    goal = earlier;
    completedNow = false;
  }

  /// A prompt begins: what was completed before it is settled.
  public synchronized void began() {
    completedNow = false;
  }

  /// Whether the goal was completed in the prompt that runs.
  public synchronized boolean isCompletedNow() {
    return completedNow && goal != null && goal.state() == Goal.State.COMPLETE;
  }

  /// Takes a goal up again that was completed in this prompt and whose proof no longer holds.
  ///
  /// @param lost why a check that proved something no longer does; empty if it still does
  /// @return what is lost of its proof, for people; empty if nothing is
  public synchronized List<String> reopen(CheckLog log, Function<Check, Optional<String>> lost) {
    Goal now = goal;
    if (now == null || !isCompletedNow()) {
      return List.of();
    }
    var problems = new ArrayList<String>();
    for (Goal.Criterion each : now.criteria()) {
      for (String id : each.evidence()) {
        log.find(id).flatMap(lost).ifPresent(problems::add);
      }
    }
    if (!problems.isEmpty()) {
      var unproved = new ArrayList<Goal.Criterion>();
      for (Goal.Criterion each : now.criteria()) {
        unproved.add(new Goal.Criterion(each.text(), each.check(), List.of(), each.givenUp()));
      }
      completedNow = false;
      keep(new Goal(now.text(), unproved, Goal.State.ACTIVE, now.owner(), now.refusals()));
    }
    return problems;
  }

  public synchronized Goal create(String text, List<Goal.Criterion> criteria, Who who)
      throws GoalException {
    Goal before = goal;
    if (before != null && before.isPersons() && who == Who.MODEL && !isSettled(before)) {
      throw new GoalException(
          "the goal '"
              + before.text()
              + "' was set by the person, and only the person drops or replaces it");
    }
    if (before != null && (before.isOpen() || before.state() == Goal.State.PAUSED)) {
      throw new GoalException(
          "there is a goal already: " + before.text() + "; complete or drop it first");
    }
    if (text.isBlank()) {
      throw new GoalException("a goal needs words that say what is to be reached");
    }
    if (criteria.isEmpty()) {
      throw new GoalException(
          "a goal needs criteria: what will be true in the end that a command can prove?");
    }
    if (criteria.size() > MOST_CRITERIA) {
      throw new GoalException(
          "a goal has at most " + MOST_CRITERIA + " criteria, not " + criteria.size());
    }
    for (Goal.Criterion each : criteria) {
      if (each.text().isBlank()) {
        throw new GoalException("a criterion is empty");
      }
    }
    completedNow = false;
    return keep(new Goal(text.strip(), criteria, Goal.State.ACTIVE, who, 0));
  }

  /// Whether nobody waits for it any more.
  private boolean isSettled(Goal before) {
    return before.state() == Goal.State.DROPPED
        || (before.state() == Goal.State.COMPLETE && !completedNow);
  }

  private Goal keep(Goal now) {
    goal = now;
    kept.accept(now);
    return now;
  }

  private Goal current() throws GoalException {
    Goal now = goal;
    if (now == null) {
      throw new GoalException("there is no goal; action create makes one");
    }
    return now;
  }

  /// Says that the goal is reached.
  ///
  /// @param named for each criterion the checks that prove it: ids, ids of calls, or commands
  /// @param givenUp reasons for criteria that nobody insists on any more, by their places
  /// @param required commands that have to succeed whatever the criteria are
  /// @throws GoalException when it is refused, with every reason
  public synchronized Goal complete(
      List<List<String>> named,
      Map<Integer, String> givenUp,
      List<String> required,
      CheckLog log,
      Evidence evidence)
      throws GoalException {
    Goal now = current();
    if (now.state() == Goal.State.COMPLETE) {
      return now;
    }
    if (!now.isOpen()) {
      throw new GoalException(
          "the goal is " + word(now.state()) + ", and only an active one can be completed");
    }
    var problems = new ArrayList<String>();
    var criteria = new ArrayList<Goal.Criterion>();
    for (int i = 0; i < now.criteria().size(); i++) {
      Goal.Criterion criterion = now.criteria().get(i);
      String reason = givenUp.getOrDefault(i, criterion.givenUp());
      List<String> checks = i < named.size() ? named.get(i) : List.of();
      var proof = new ArrayList<String>();
      if (reason.isBlank()) {
        prove(i, criterion, checks, log, evidence, proof, problems);
      }
      criteria.add(new Goal.Criterion(criterion.text(), criterion.check(), proof, reason.strip()));
    }
    for (String command : required) {
      Optional<Check> check = log.ran(command);
      if (check.isEmpty()) {
        problems.add("the check of the settings '" + command + "' did not run");
      } else {
        evidence.refusal(check.get()).ifPresent(problems::add);
      }
    }
    if (problems.isEmpty()) {
      completedNow = true;
      return keep(new Goal(now.text(), criteria, Goal.State.COMPLETE, now.owner(), now.refusals()));
    }
    int refusals = now.refusals() + 1;
    boolean over = refusals >= MOST_REFUSALS;
    keep(
        new Goal(
            now.text(),
            now.criteria(),
            over ? Goal.State.UNVERIFIED : Goal.State.ACTIVE,
            now.owner(),
            refusals));
    throw new GoalException(
        "the goal is not proved:\n- "
            + String.join("\n- ", problems)
            + "\n"
            + (over
                ? "that was refusal "
                    + refusals
                    + ": the goal is unverified, and the person is"
                    + " told so"
                : "refusal " + refusals + " of " + MOST_REFUSALS));
  }

  private static void prove(
      int place,
      Goal.Criterion criterion,
      List<String> checks,
      CheckLog log,
      Evidence evidence,
      List<String> proof,
      List<String> problems) {
    String where = "criterion " + (place + 1) + " (" + criterion.text() + "): ";
    var named = new ArrayList<>(checks);
    if (named.isEmpty() && !criterion.check().isEmpty()) {
      named.add(criterion.check());
    }
    if (named.isEmpty()) {
      problems.add(where + "no check is named");
      return;
    }
    String command = criterion.check().strip();
    boolean own = command.isEmpty();
    String elsewhere = "";
    for (String name : named) {
      boolean meansOwn = !command.isEmpty() && name.strip().equals(command);
      Optional<Check> found = meansOwn ? log.ran(command).or(() -> log.find(name)) : log.find(name);
      if (found.isEmpty()) {
        problems.add(where + "there is no check '" + name + "' in this session");
        continue;
      }
      Check check = found.get();
      Optional<String> refusal = evidence.refusal(check);
      if (refusal.isPresent()) {
        problems.add(where + refusal.get());
      } else {
        proof.add(check.id());
        boolean same = check.command().strip().equals(command);
        own |= same && check.isInProject();
        elsewhere = same && !check.isInProject() ? check.shown() + " ran in " + check.folder() : "";
      }
    }
    if (own || proof.size() != named.size()) {
      return;
    }
    Optional<Check> there = log.ran(command);
    Optional<String> refusal = there.flatMap(evidence::refusal);
    if (there.isPresent() && refusal.isEmpty()) {
      proof.add(there.get().id());
      return;
    }
    problems.add(
        where
            + (elsewhere.isEmpty() ? "" : elsewhere + "; ")
            + "it is proved by '"
            + criterion.check()
            + "' in the folder of the project and nothing else"
            + refusal.map(why -> "; " + why).orElse(""));
  }

  /// Nobody wants it any more. What a person has set, only a person drops.
  public synchronized Goal drop(Who who) throws GoalException {
    Goal now = current();
    requireFree(now, who, "drops", "/goal drop");
    return keep(now.in(Goal.State.DROPPED));
  }

  /// Nobody works on it for now. What a person has set, only a person pauses.
  public synchronized Goal pause(Who who) throws GoalException {
    Goal now = current();
    if (!now.isOpen()) {
      throw new GoalException("the goal is " + word(now.state()) + "; there is nothing to pause");
    }
    requireFree(now, who, "pauses", "/goal pause");
    return keep(now.in(Goal.State.PAUSED));
  }

  /// The model cannot put a goal aside that somebody else insists on.
  private void requireFree(Goal now, Who who, String what, String command) throws GoalException {
    if (who == Who.PERSON) {
      return;
    }
    if (now.isPersons()) {
      throw new GoalException(
          "the goal was set by the person, and only the person "
              + what
              + " it ("
              + command
              + "); say what stands in the way, or give a criterion up with a reason");
    }
    String why = now.isOpen() ? held.get() : "";
    if (!why.isEmpty()) {
      throw new GoalException(why);
    }
  }

  /// What insists on the goals of the model; asked when it wants to put one aside.
  ///
  /// @param why what the model is told; empty when nothing insists
  public void heldBy(Supplier<String> why) {
    held = why;
  }

  /// Goes on with a goal that was paused; a person may go on with any.
  public synchronized Goal resume(Who who) throws GoalException {
    Goal now = current();
    if (now.isOpen()) {
      return now;
    }
    if (now.state() != Goal.State.PAUSED && who == Who.MODEL) {
      throw new GoalException(
          "the goal is " + word(now.state()) + ", and only the person can take it up again");
    }
    return keep(new Goal(now.text(), now.criteria(), Goal.State.ACTIVE, now.owner(), 0));
  }

  private static String word(Goal.State state) {
    return JsonFields.word(state);
  }
}
