package dev.tenon.engine.evidence;

import dev.tenon.core.evidence.GoalBook;
import dev.tenon.core.evidence.GoalException;
import dev.tenon.core.evidence.WorkPlan;
import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.session.Entry;
import dev.tenon.core.session.SessionHeader;
import dev.tenon.core.session.SessionLog;
import dev.tenon.core.tool.Tool;
import dev.tenon.engine.session.ActiveSession;
import dev.tenon.tools.goal.PlanReady;
import dev.tenon.tools.todo.Phase;
import dev.tenon.tools.todo.TodoItem;
import dev.tenon.tools.todo.TodoList;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The plan of a conversation: what the model has handed over and the person has not decided about,
/// and what becomes of one that is approved. It comes back with the session. Safe for several
/// threads.
public final class ConversationPlan {
  /// The tool by which a model hands a plan over.
  public static final String TOOL = PlanReady.NAME;

  private final TodoList todo;
  private final GoalBook goals;
  private final @Nullable ActiveSession session;
  private @Nullable WorkPlan pending;

  /// @param session where it is kept; null: nowhere
  public ConversationPlan(TodoList todo, GoalBook goals, @Nullable ActiveSession session) {
    this.todo = todo;
    this.goals = goals;
    this.session = session;
  }

  /// The tool for whoever decides about plans in another way.
  ///
  /// @param ready gets the plan
  public static Tool<?> tool(Consumer<WorkPlan> ready) {
    return new PlanReady(ready);
  }

  /// What became of a plan.
  private enum State {
    PENDING,
    APPROVED,
    LEFT
  }

  /// The plan that waits for a decision.
  public synchronized Optional<WorkPlan> pending() {
    return Optional.ofNullable(pending);
  }

  /// The model hands a plan over, or the person has edited it.
  public synchronized void ready(WorkPlan plan) {
    pending = plan;
    keep(plan, State.PENDING);
  }

  /// The person wants none of it, or another one.
  public synchronized void leave() {
    WorkPlan plan = pending;
    pending = null;
    if (plan != null) {
      keep(plan, State.LEFT);
    }
  }

  /// The plan is approved: its steps are the things to do, its checks the criteria of the goal, and
  /// its title the name of the session, unless the person has named it. Answers the prompt that
  /// carries it out.
  ///
  /// @param problems gets what could not be done of this
  public synchronized String approve(WorkPlan plan, Consumer<String> problems) {
    pending = null;
    keep(plan, State.APPROVED);
    todo.set(
        List.of(
            new Phase(
                plan.title(),
                plan.steps().stream()
                    .map(step -> new TodoItem(step, TodoItem.Status.PENDING, List.of()))
                    .toList())));
    plan.vain().forEach(line -> problems.accept(line + "; the goal stays open because of it"));
    plan.criteria()
        .ifPresent(
            criteria -> {
              try {
                goals.create(plan.title(), criteria, GoalBook.Who.PERSON);
              } catch (GoalException refused) {
                problems.accept("the plan's checks are no goal: " + refused.getMessage());
              }
            });
    String name = plan.sessionName();
    if (session != null && !name.isEmpty()) {
      try {
        session.log().rename(name, SessionHeader.AUTOMATIC);
      } catch (IOException refused) {
        problems.accept("the session keeps its name: " + refused.getMessage());
      }
    }
    return WorkPlan.APPROVED
        + " Carry it out, step by step"
        + (plan.checks().isEmpty()
            ? "."
            : "; when its checks prove the result, call the tool goal with action complete.")
        + "\n\n"
        + plan.markdown();
  }

  private void keep(WorkPlan plan, State state) {
    if (session != null) {
      session.keep(
          new Entry.Custom(
              WorkPlan.ENTRY,
              Json.object().put("state", state.name()).put("plan", plan.toJson()).build()));
    }
  }

  /// The conversation goes on where its session is.
  ///
  /// @param problems told when the plan cannot be read
  public synchronized void restore(Consumer<String> problems) {
    try {
      pending = session == null ? null : found(session.log());
    } catch (IOException unreadable) {
      problems.accept("the plan of the session cannot be read: " + unreadable.getMessage());
    }
  }

  private static @Nullable WorkPlan found(SessionLog log) throws IOException {
    WorkPlan found = null;
    for (Entry entry : log.path(log.leafId().orElse(null))) {
      if (entry.body() instanceof Entry.Custom custom
          && custom.customType().equals(WorkPlan.ENTRY)
          && custom.data() instanceof Json.Obj data) {
        try {
          found =
              data.string("state", "").equals(State.PENDING.name())
                  ? WorkPlan.of(data.objectOrEmpty("plan"))
                  : null;
        } catch (JsonException damaged) {
          found = null;
        }
      }
    }
    return found;
  }
}
