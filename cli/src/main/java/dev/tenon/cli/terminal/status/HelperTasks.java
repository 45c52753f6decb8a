package dev.tenon.cli.terminal.status;

import dev.tenon.cli.terminal.render.Amounts;
import dev.tenon.core.helper.HelperNode;
import dev.tenon.core.helper.HelperNode.State;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// Helpers that are at work, as they call each other: each with its state, the tool that it runs
/// and the tokens that it has used.
public final class HelperTasks {
  private HelperTasks() {}

  /// What is to be seen of a helper.
  ///
  /// @param id as in `0-Parent.0-Child`
  record Seen(
      String id, String description, State state, Duration took, String doing, long tokens) {}

  /// @param helpers callers before those that they called
  public static List<RunningTask> of(List<HelperNode> helpers) {
    var seen = new ArrayList<Seen>();
    for (HelperNode each : helpers) {
      seen.add(
          new Seen(
              each.id(),
              each.description(),
              each.state(),
              each.took(),
              each.doing(),
              each.usage().total()));
    }
    return below("", seen);
  }

  /// Those at work below the helper of this id; whose caller has ended already comes up to where
  /// the caller was.
  static List<RunningTask> below(String caller, List<Seen> helpers) {
    var tasks = new ArrayList<RunningTask>();
    for (Seen each : helpers) {
      int dot = each.id().lastIndexOf('.');
      if (!(dot < 0 ? "" : each.id().substring(0, dot)).equals(caller)) {
        continue;
      }
      List<RunningTask> below = below(each.id(), helpers);
      switch (each.state()) {
        case ENDED -> tasks.addAll(below);
        case WAITING, WORKING -> tasks.add(task(each, each.id().substring(dot + 1), below));
      }
    }
    return tasks;
  }

  private static RunningTask task(Seen helper, String name, List<RunningTask> below) {
    String tokens = helper.tokens() == 0 ? "" : Amounts.count(helper.tokens(), "token");
    String between = helper.doing().isEmpty() || tokens.isEmpty() ? "" : ", ";
    return new RunningTask(
        name,
        helper.description(),
        helper.state() == State.WAITING ? RunningTask.State.WAITING : RunningTask.State.RUNNING,
        helper.took(),
        helper.doing() + between + tokens,
        below);
  }
}
