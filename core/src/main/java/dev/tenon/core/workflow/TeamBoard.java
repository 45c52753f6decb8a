package dev.tenon.core.workflow;

import dev.tenon.core.json.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// The board of a team as the entries tell it: tasks in lanes, who has claimed what, what is done.
/// A lane is worked off in order, one task at a time; a task waits for those that it needs. A claim
/// is a lease: it counts while its worker gives signs of life. Immutable.
public final class TeamBoard {
  public static final int MOST_WORKERS = 20;
  public static final int USUAL_WORKERS = 3;
  private static final int MOST_TASKS = 200;
  private static final int MOST_ATTEMPTS = 2;
  private static final Pattern ID = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]{0,47}");

  static final String JOINED = "joined";
  static final String LEFT = "left";
  static final String CLAIMED = "claimed";
  static final String RETURNED = "returned";
  static final String DONE = "done";
  static final String FAILED = "failed";
  static final String CONFLICT = "conflict";

  /// A piece of work.
  ///
  /// @param lane those of one lane are done in order
  /// @param role the agent that does it
  /// @param needs the ids of those that have to be done before
  public record Task(String id, String lane, String role, List<String> needs, String assignment) {
    public Task {
      needs = List.copyOf(needs);
    }

    Json.Obj toJson() {
      return Json.object()
          .put("id", id)
          .put("lane", lane)
          .put("role", role)
          .put("needs", Json.strings(needs))
          .put("assignment", assignment)
          .build();
    }
  }

  private enum State {
    OPEN,
    CLAIMED,
    DONE,
    FAILED,
    CONFLICT
  }

  /// Somebody works on it.
  ///
  /// @param pid of the worker's process
  public record Claim(String task, int worker, long pid) {}

  private final Map<String, Task> tasks = new LinkedHashMap<>();
  private final Map<String, State> states = new LinkedHashMap<>();
  private final Map<String, Claim> claims = new LinkedHashMap<>();
  private final Map<String, Integer> failures = new LinkedHashMap<>();
  private final Map<String, String> results = new LinkedHashMap<>();
  private final Map<Integer, Long> workers = new LinkedHashMap<>();
  private final List<String> lines = new ArrayList<>();
  private final Duration lease;
  private final int wanted;
  private boolean stopped;

  private TeamBoard(Json.Obj begun) {
    this.lease = Duration.ofSeconds(Math.max(1, begun.number("leaseSeconds", 20)));
    this.wanted = (int) begun.number("workers", USUAL_WORKERS);
    for (Json.Obj each : begun.objects("tasks")) {
      var needs = new ArrayList<String>();
      for (Json need : each.array("needs")) {
        needs.add(need instanceof Json.Str said ? said.value() : "");
      }
      var task =
          new Task(
              each.string("id", ""),
              each.string("lane", ""),
              each.string("role", ""),
              needs,
              each.string("assignment", ""));
      tasks.put(task.id, task);
      states.put(task.id, State.OPEN);
    }
  }

  public static TeamBoard of(List<WorkflowEntry> entries) {
    var board = new TeamBoard(entries.getFirst().data());
    for (WorkflowEntry entry : entries) {
      board.take(entry.type(), entry.data());
    }
    return board;
  }

  /// Tasks that can be worked off.
  ///
  /// @throws WorkflowException when two are called alike, one needs what is not there, or they wait
  ///   for each other
  public static List<Task> checked(Collection<Task> given) throws WorkflowException {
    if (given.isEmpty() || given.size() > MOST_TASKS) {
      throw new WorkflowException("tasks must be 1 to " + MOST_TASKS + ", was " + given.size());
    }
    Map<String, Task> all = new LinkedHashMap<>();
    Set<String> names = new HashSet<>();
    for (Task task : given) {
      if (!ID.matcher(task.id).matches()) {
        throw new WorkflowException(
            "the id '" + task.id + "' must be 1 to 48 letters, digits, '-' or '_'");
      }
      if (!names.add(task.id.toLowerCase(Locale.ROOT))) {
        throw new WorkflowException("two tasks have the id '" + task.id + "'");
      }
      if (task.assignment.isBlank()) {
        throw new WorkflowException("the task " + task.id + " has no assignment");
      }
      all.put(task.id, task);
    }
    for (Task task : given) {
      for (String need : task.needs) {
        if (!all.containsKey(need)) {
          throw new WorkflowException(
              "the task " + task.id + " needs '" + need + "', and there is no such task");
        }
      }
    }
    circles(all);
    return List.copyOf(all.values());
  }

  private static void circles(Map<String, Task> all) throws WorkflowException {
    Set<String> done = new HashSet<>();
    boolean moved = true;
    while (moved) {
      moved = false;
      Set<String> lanes = new HashSet<>();
      for (Task task : all.values()) {
        if (done.contains(task.id)) {
          continue;
        }
        // The first of a lane that is left holds up the others of the lane.
        if (lanes.add(task.lane) && done.containsAll(task.needs)) {
          done.add(task.id);
          moved = true;
        }
      }
    }
    var waiting = new ArrayList<>(all.keySet());
    waiting.removeAll(done);
    if (!waiting.isEmpty()) {
      throw new WorkflowException(
          "these tasks wait for each other (by needs, or as a later one of a lane): "
              + String.join(", ", waiting));
    }
  }

  public static Json toJson(List<Task> tasks) {
    return Json.array(tasks.stream().map(Task::toJson).toList());
  }

  private void take(String type, Json.Obj data) {
    String id = data.string("task", "");
    int worker = (int) data.number("worker", 0);
    switch (type) {
      case JOINED -> {
        workers.put(worker, data.number("pid", 0));
        lines.add("worker " + worker + " joined, process " + data.number("pid", 0));
      }
      case LEFT -> {
        workers.remove(worker);
        lines.add("worker " + worker + " left: " + data.string("why", ""));
      }
      case CLAIMED -> {
        states.put(id, State.CLAIMED);
        claims.put(id, new Claim(id, worker, data.number("pid", 0)));
        lines.add(id + ": claimed by worker " + worker);
      }
      case RETURNED -> {
        states.put(id, State.OPEN);
        claims.remove(id);
        lines.add(id + ": goes back, " + data.string("why", ""));
      }
      case DONE -> {
        states.put(id, State.DONE);
        claims.remove(id);
        results.put(id, data.string("result", ""));
        lines.add(id + ": done by worker " + worker);
      }
      case FAILED -> {
        int count = failures.merge(id, 1, Integer::sum);
        states.put(id, count >= MOST_ATTEMPTS ? State.FAILED : State.OPEN);
        claims.remove(id);
        lines.add(id + ": failed (" + count + "): " + data.string("problem", ""));
      }
      case CONFLICT -> {
        states.put(id, State.CONFLICT);
        claims.remove(id);
        results.put(id, data.string("result", ""));
        lines.add(id + ": conflict, its lane stops: " + data.string("problem", ""));
      }
      case WorkflowStore.STOPPED -> stopped = true;
      default -> {}
    }
  }

  public Duration lease() {
    return lease;
  }

  /// How many workers there should be.
  public int wanted() {
    return wanted;
  }

  /// The workers that have joined and not left, with their processes.
  public Map<Integer, Long> workers() {
    return Map.copyOf(workers);
  }

  public List<Claim> claims() {
    return List.copyOf(claims.values());
  }

  public Task task(String id) throws WorkflowException {
    Task task = tasks.get(id);
    if (task == null) {
      throw new WorkflowException("there is no task '" + id + "' on the board");
    }
    return task;
  }

  /// The task that can be begun now.
  public Optional<Task> claimable() {
    if (stopped) {
      return Optional.empty();
    }
    Set<String> held = new HashSet<>();
    for (Task task : tasks.values()) {
      State state = states.getOrDefault(task.id, State.OPEN);
      if (state == State.DONE) {
        continue;
      }
      boolean first = held.add(task.lane);
      if (first
          && state == State.OPEN
          && task.needs.stream().allMatch(need -> states.get(need) == State.DONE)) {
        return Optional.of(task);
      }
    }
    return Optional.empty();
  }

  /// What the tasks that this one needs have brought.
  public Map<String, String> resultsFor(Task task) {
    Map<String, String> all = new LinkedHashMap<>();
    for (String need : task.needs) {
      all.put(need, results.getOrDefault(need, ""));
    }
    return all;
  }

  public boolean isDone() {
    return states.values().stream().allMatch(state -> state == State.DONE);
  }

  /// How many tasks have come to an end, good or bad.
  public long settled() {
    return states.values().stream()
        .filter(state -> state != State.OPEN && state != State.CLAIMED)
        .count();
  }

  /// Whether nothing more will happen by itself.
  public boolean isOver() {
    return stopped || isDone() || (claims.isEmpty() && claimable().isEmpty());
  }

  // The steps.

  public static Json.Obj joined(int worker, long pid) {
    return Json.object().put("worker", worker).put("pid", pid).build();
  }

  public static Json.Obj left(int worker, String why) {
    return Json.object().put("worker", worker).put("why", why).build();
  }

  public static Json.Obj claimed(Task task, int worker, long pid) {
    return Json.object().put("task", task.id).put("worker", worker).put("pid", pid).build();
  }

  public static Json.Obj returned(Claim claim, String why) {
    return Json.object()
        .put("task", claim.task)
        .put("worker", claim.worker)
        .put("why", why)
        .build();
  }

  /// Whether this worker still has the task. One whose lease ran out has to let go.
  public boolean holds(int worker, long pid, String task) {
    return new Claim(task, worker, pid).equals(claims.get(task));
  }

  WorkflowStatus status() {
    long done = states.values().stream().filter(state -> state == State.DONE).count();
    String count = done + " of " + tasks.size() + " tasks done";
    if (isDone()) {
      return new WorkflowStatus(WorkflowStatus.State.DONE, count);
    }
    if (isOver()) {
      return new WorkflowStatus(
          WorkflowStatus.State.STUCK, count + "; stopped lanes: " + String.join(", ", stopping()));
    }
    return new WorkflowStatus(
        WorkflowStatus.State.RUNNING, count + ", " + workers.size() + " workers");
  }

  /// The lanes that do not go on, with the task that holds them up.
  public List<String> stopping() {
    var lanes = new ArrayList<String>();
    for (Task task : tasks.values()) {
      State state = states.getOrDefault(task.id, State.OPEN);
      if (state == State.FAILED || state == State.CONFLICT) {
        lanes.add(task.lane + " (" + task.id + " " + state.name().toLowerCase(Locale.ROOT) + ")");
      }
    }
    return lanes;
  }

  /// The board for people.
  public String described() {
    var out = new StringBuilder();
    for (Task task : tasks.values()) {
      Claim claim = claims.get(task.id);
      String state = states.getOrDefault(task.id, State.OPEN).name().toLowerCase(Locale.ROOT);
      out.append("[")
          .append(claim == null ? state : "worker " + claim.worker)
          .append("] ")
          .append(task.id)
          .append(" (lane ")
          .append(task.lane)
          .append(", ")
          .append(task.role)
          .append(task.needs.isEmpty() ? ")" : ", needs " + String.join(" ", task.needs) + ")")
          .append('\n');
      String result = results.getOrDefault(task.id, "");
      if (!result.isBlank()) {
        out.append("    ").append(result.strip().replace("\n", "\n    ")).append('\n');
      }
    }
    if (!lines.isEmpty()) {
      out.append("\nlog:\n").append(String.join("\n", lines)).append('\n');
    }
    return out.append(status().detail()).toString();
  }
}
