package dev.tenon.core.helper;

import dev.tenon.core.tool.Helpers;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Which helpers there are, and whether more may come. Judging a call and taking its helpers in is
/// one step, so that calls side by side stay within the bounds together. Safe for several threads.
final class HelperRegistry {
  private static final String OVER = "the conversation is over; nothing can be started any more";

  private final HelperBounds bounds;
  private final HelperFiles files;
  private final Supplier<String> opened;
  private final Map<String, HelperNode> helpers = new LinkedHashMap<>();
  private final Map<String, Integer> numbers = new LinkedHashMap<>();
  private int inPrompt;
  private int inSession;
  private boolean manyAllowed;
  private boolean counted;
  private String session;
  private boolean closed;

  /// @param opened the session that the conversation is in at the moment
  HelperRegistry(HelperBounds bounds, HelperFiles files, Supplier<String> opened) {
    this.bounds = bounds;
    this.files = files;
    this.opened = opened;
    this.session = opened.get();
  }

  /// What came of a call.
  sealed interface Entrance {
    /// All of its helpers are in.
    record Entered(List<HelperNode> helpers) implements Entrance {}

    /// None is; a person has to agree to so many for this prompt first.
    record Unasked(int inPrompt) implements Entrance {}

    /// None is. A bound is in the way, or somebody works on exactly this.
    record Refused(String why) implements Entrance {}
  }

  synchronized List<HelperNode> helpers() {
    noteSession();
    return new ArrayList<>(helpers.values());
  }

  synchronized Optional<HelperNode> find(String id) {
    noteSession();
    return Optional.ofNullable(helpers.get(id));
  }

  List<HelperNode> working() {
    var working = new ArrayList<HelperNode>();
    for (HelperNode helper : helpers()) {
      if (helper.state() != HelperNode.State.ENDED) {
        working.add(helper);
      }
    }
    return working;
  }

  /// Begins anew when the conversation has gone on in another session. While helpers of the one
  /// before still work, no id is given a second time.
  private void noteSession() {
    String now = opened.get();
    if (!now.equals(session)) {
      session = now;
      helpers.values().forEach(HelperNode::sessionEnds);
      inSession = 0;
      counted = false;
    }
    helpers.values().removeIf(each -> each.isEarlier() && each.state() == HelperNode.State.ENDED);
    if (helpers.isEmpty()) {
      numbers.clear();
    }
  }

  /// A prompt of the person begins.
  synchronized void beginPrompt() {
    inPrompt = 0;
    manyAllowed = false;
  }

  /// The person has agreed to more helpers for this prompt.
  synchronized void allowMany() {
    manyAllowed = true;
  }

  /// Nothing begins any more.
  synchronized void close() {
    closed = true;
  }

  /// Takes in new helpers: all of them, or none.
  ///
  /// @throws IOException when the ids that are taken cannot be looked up
  synchronized Entrance enter(
      AgentDefinition agent,
      List<Helpers.Task> tasks,
      @Nullable HelperNode caller,
      HelperNode.Limits limits)
      throws IOException {
    noteSession();
    String why = refusal(agent, tasks);
    if (!why.isEmpty()) {
      return new Entrance.Refused(why);
    }
    if (!manyAllowed && inPrompt + tasks.size() > bounds.unasked()) {
      return new Entrance.Unasked(inPrompt + tasks.size());
    }
    String prefix = caller == null ? "" : caller.id() + ".";
    int next = numbers.getOrDefault(prefix, 0);
    for (String id : files.ids()) {
      String rest = id.startsWith(prefix) ? id.substring(prefix.length()) : "";
      if (rest.indexOf('-') > 0) {
        next = Math.max(next, HelperFiles.number(rest) + 1);
      }
    }
    var entered = new ArrayList<HelperNode>();
    for (Helpers.Task task : tasks) {
      var helper =
          new HelperNode(
              prefix + next++ + "-" + task.id(),
              agent,
              task.description(),
              task.assignment(),
              caller,
              limits);
      entered.add(helper);
      helpers.put(helper.id(), helper);
    }
    numbers.put(prefix, next);
    inPrompt += entered.size();
    inSession += entered.size();
    return new Entrance.Entered(entered);
  }

  /// Takes a helper in again that goes on. Answers what stands in the way; empty if nothing does.
  synchronized Optional<String> enterAgain(HelperNode helper) {
    noteSession();
    if (closed) {
      return Optional.of(OVER);
    }
    HelperNode before = helpers.get(helper.id());
    if (before != null && before.state() != HelperNode.State.ENDED) {
      return Optional.of(helper.id() + " is still at work; wait for it");
    }
    helpers.put(helper.id(), helper);
    return Optional.empty();
  }

  private String refusal(AgentDefinition agent, List<Helpers.Task> tasks) {
    countEarlier();
    if (closed) {
      return OVER;
    }
    for (Helpers.Task task : tasks) {
      if (isAssigned(agent, task.assignment())) {
        return "a helper of the agent "
            + agent.name()
            + " works on exactly what "
            + task.id()
            + " asks; wait for it";
      }
    }
    if (inPrompt + tasks.size() > bounds.perPrompt()) {
      return "one prompt has at most "
          + bounds.perPrompt()
          + " helpers (agents.perPrompt), and had "
          + inPrompt
          + "; do the rest yourself, or resume one";
    }
    return inSession + tasks.size() > bounds.perSession()
        ? "one conversation has at most "
            + bounds.perSession()
            + " helpers (agents.perSession), and had "
            + inSession
        : "";
  }

  /// Whether a helper works on exactly this at the moment.
  private boolean isAssigned(AgentDefinition agent, String assignment) {
    for (HelperNode helper : helpers.values()) {
      if (helper.state() != HelperNode.State.ENDED
          && helper.agent().name().equals(agent.name())
          && helper.assignment().strip().equals(assignment.strip())) {
        return true;
      }
    }
    return false;
  }

  /// Helpers that a resumed session had before.
  private void countEarlier() {
    if (!counted) {
      counted = true;
      try {
        inSession += files.ids().size();
      } catch (IOException unreadable) {
        // Then they count anew.
        inSession += 0;
      }
    }
  }
}
