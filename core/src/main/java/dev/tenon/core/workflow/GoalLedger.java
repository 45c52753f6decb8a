package dev.tenon.core.workflow;

import dev.tenon.core.json.Json;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Goals that are worked off one by one, as the entries tell it: every attempt, every check, every
/// blocker. Immutable.
public final class GoalLedger {
  private static final String GOAL = "@goal:";
  private static final String CHECK = "@check:";
  private static final int MOST_GOALS = 100;

  public static final String OPENED = "opened";
  public static final String CHECKED = "checked";
  public static final String PROVED = "proved";
  public static final String FAILED = "failed";
  public static final String BLOCKED = "blocked";
  public static final String RESOLVED = "resolved";

  /// Why a goal does not go on.
  public enum Blocker {
    /// The model can do something about it, and goes on.
    RESOLVABLE,
    /// Only the person can.
    HUMAN_BLOCKED;

    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /// A goal of the brief.
  ///
  /// @param checks commands that prove it; may be empty
  public record Item(String text, List<String> checks) {
    public Item {
      checks = List.copyOf(checks);
    }

    Json.Obj toJson() {
      return Json.object().put("text", text).put("checks", Json.strings(checks)).build();
    }
  }

  private enum State {
    PENDING,
    OPEN,
    PROVED
  }

  private final List<Item> items = new ArrayList<>();
  private final List<State> states = new ArrayList<>();
  private final List<Integer> attempts = new ArrayList<>();
  private final List<String> lines = new ArrayList<>();
  private final Set<String> checks = new HashSet<>();
  private final Map<Integer, List<String>> evidence = new HashMap<>();
  private @Nullable Blocker blocker;
  private String blocked = "";

  private GoalLedger() {}

  public static GoalLedger of(List<WorkflowEntry> entries) {
    var ledger = new GoalLedger();
    for (Json.Obj goal : entries.getFirst().data().objects("goals")) {
      var commands = new ArrayList<String>();
      for (Json check : goal.array("checks")) {
        commands.add(check instanceof Json.Str said ? said.value() : "");
      }
      ledger.items.add(new Item(goal.string("text", ""), commands));
      ledger.states.add(State.PENDING);
      ledger.attempts.add(0);
    }
    for (WorkflowEntry entry : entries) {
      ledger.take(entry.type(), entry.data());
    }
    return ledger;
  }

  /// The goals of a brief: a line `@goal: TEXT` for each, below it lines `@check: COMMAND`; other
  /// lines below it belong to its text.
  public static List<Item> goals(String brief) throws WorkflowException {
    var items = new ArrayList<Item>();
    var text = new StringBuilder();
    var commands = new ArrayList<String>();
    boolean begun = false;
    for (String line : (brief + "\n" + GOAL).lines().toList()) {
      String said = line.strip().replaceFirst("^[-*]\\s+", "");
      if (said.startsWith(GOAL)) {
        if (begun) {
          items.add(item(text.toString(), commands));
        }
        begun = true;
        text.setLength(0);
        text.append(said.substring(GOAL.length()).strip());
        commands.clear();
      } else if (begun && said.startsWith(CHECK)) {
        commands.add(said.substring(CHECK.length()).strip());
      } else if (begun && !said.isEmpty()) {
        text.append('\n').append(said);
      }
    }
    if (items.isEmpty() || items.size() > MOST_GOALS) {
      throw new WorkflowException(
          items.isEmpty()
              ? "the brief has no goals; write a line '@goal: WHAT' for each, and below it lines"
                  + " '@check: COMMAND' that prove it"
              : "the brief has " + items.size() + " goals, at most " + MOST_GOALS + " are allowed");
    }
    return List.copyOf(items);
  }

  private static Item item(String text, List<String> commands) throws WorkflowException {
    if (text.isBlank()) {
      throw new WorkflowException("a line '@goal:' has no text");
    }
    if (commands.contains("")) {
      throw new WorkflowException("a line '@check:' below '" + text + "' has no command");
    }
    return new Item(text, commands);
  }

  public static Json toJson(List<Item> items) {
    return Json.array(items.stream().map(Item::toJson).toList());
  }

  private void take(String type, Json.Obj data) {
    int at = (int) data.number("goal", 0) - 1;
    if (at < 0 || at >= items.size()) {
      return;
    }
    String where = "goal " + (at + 1) + ": ";
    switch (type) {
      case OPENED -> {
        states.set(at, State.OPEN);
        attempts.set(at, attempts.get(at) + 1);
        lines.add(where + "attempt " + attempts.get(at));
      }
      case CHECKED -> {
        checks.add(data.string("session", "") + " " + data.string("check", ""));
        lines.add(
            where
                + data.string("check", "")
                + " `"
                + data.string("command", "")
                + "` exit "
                + data.number("exit", -1));
      }
      case PROVED -> {
        states.set(at, State.PROVED);
        var ids = new ArrayList<String>();
        for (Json id : data.array("evidence")) {
          ids.add(id instanceof Json.Str said ? said.value() : "");
        }
        evidence.put(at, List.copyOf(ids));
        lines.add(where + data.string("how", "proved"));
      }
      case FAILED -> {
        states.set(at, State.PENDING);
        evidence.remove(at);
        lines.add(where + "not reached: " + data.string("why", ""));
      }
      case BLOCKED -> {
        blocker =
            data.string("kind", "").equals(Blocker.HUMAN_BLOCKED.label())
                ? Blocker.HUMAN_BLOCKED
                : Blocker.RESOLVABLE;
        blocked = data.string("reason", "");
        lines.add(where + blocker.label() + ": " + blocked);
      }
      case RESOLVED -> {
        blocker = null;
        lines.add(where + "resolved: " + data.string("how", ""));
      }
      default -> {}
    }
  }

  public List<Item> items() {
    return List.copyOf(items);
  }

  /// The place of the goal that is worked on; empty when none is open.
  public Optional<Integer> open() {
    int at = states.indexOf(State.OPEN);
    return at < 0 ? Optional.empty() : Optional.of(at);
  }

  /// The place of the goal that comes next; empty when all are proved.
  public Optional<Integer> next() {
    int at = states.indexOf(State.PENDING);
    return at < 0 ? Optional.empty() : Optional.of(at);
  }

  public boolean isDone() {
    return states.stream().allMatch(state -> state == State.PROVED);
  }

  public int attempts(int place) {
    return attempts.get(place);
  }

  /// Whether a check stands in it already.
  public boolean has(String session, String check) {
    return checks.contains(session + " " + check);
  }

  /// What holds it up, if something does.
  public Optional<Blocker> blocker() {
    return Optional.ofNullable(blocker);
  }

  public String blocked() {
    return blocked;
  }

  // The steps.

  public Json.Obj opened(int place) throws WorkflowException {
    if (open().isPresent()) {
      throw new WorkflowException("goal " + (open().get() + 1) + " is still open");
    }
    return Json.object().put("goal", place + 1L).put("attempt", attempts.get(place) + 1L).build();
  }

  public Json.Obj checked(
      int place, String session, String check, String command, int exit, boolean succeeded) {
    return Json.object()
        .put("goal", place + 1L)
        .put("attempt", attempts.get(place))
        .put("session", session)
        .put("check", check)
        .put("command", command)
        .put("exit", exit)
        .put("ok", succeeded)
        .build();
  }

  /// @param evidence the checks that prove it
  public Json.Obj proved(int place, String how, List<String> evidence) {
    return Json.object()
        .put("goal", place + 1L)
        .put("how", how)
        .put("evidence", Json.strings(evidence))
        .build();
  }

  /// The checks that proved a goal when that was last told; empty while it is not proved.
  public List<String> evidence(int place) {
    return evidence.getOrDefault(place, List.of());
  }

  /// Whether all are proved as soon as this one is.
  public boolean isLast(int place) {
    for (int i = 0; i < states.size(); i++) {
      if (i != place && states.get(i) != State.PROVED) {
        return false;
      }
    }
    return true;
  }

  public Json.Obj failed(int place, String why) {
    return Json.object().put("goal", place + 1L).put("why", why).build();
  }

  public Json.Obj blocked(Blocker kind, String reason) throws WorkflowException {
    int place = open().orElseThrow(() -> new WorkflowException("no goal is open"));
    if (reason.isBlank()) {
      throw new WorkflowException("a blocker needs its reason");
    }
    return Json.object()
        .put("goal", place + 1L)
        .put("kind", kind.label())
        .put("reason", reason.strip())
        .build();
  }

  public Json.Obj resolved(String how) throws WorkflowException {
    if (blocker == null) {
      throw new WorkflowException("nothing is blocked");
    }
    int place = open().orElseThrow(() -> new WorkflowException("no goal is open"));
    return Json.object().put("goal", place + 1L).put("how", how).build();
  }

  WorkflowStatus status() {
    long proved = states.stream().filter(state -> state == State.PROVED).count();
    String count = proved + " of " + items.size() + " goals proved";
    if (isDone()) {
      return new WorkflowStatus(WorkflowStatus.State.DONE, count);
    }
    return blocker == Blocker.HUMAN_BLOCKED
        ? new WorkflowStatus(WorkflowStatus.State.WAITING, count + "; human_blocked: " + blocked)
        : new WorkflowStatus(WorkflowStatus.State.RUNNING, count);
  }

  /// The whole of it for people.
  public String described() {
    var out = new StringBuilder();
    for (int i = 0; i < items.size(); i++) {
      out.append(i + 1)
          .append(". [")
          .append(states.get(i).name().toLowerCase(Locale.ROOT))
          .append("] ")
          .append(items.get(i).text().replace("\n", "\n   "))
          .append('\n');
      items.get(i).checks().forEach(check -> out.append("   check: ").append(check).append('\n'));
    }
    if (!lines.isEmpty()) {
      out.append("\nledger:\n").append(String.join("\n", lines)).append('\n');
    }
    return out.append(status().detail()).toString();
  }
}
