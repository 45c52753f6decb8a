package dev.tenon.server.job.run;

import dev.tenon.core.tool.ToolException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/// How many more tool calls an attempt of a job may make. Every call of `search_project`,
/// `read_file`, `list_files` and `clarify_user` counts, whether it succeeds or not. Edits do not: a
/// model whose budget is used up can still propose what it knows.
final class ToolBudget {
  private static final Set<String> TOOLS =
      Set.of("search_project", "read_file", "list_files", "clarify_user");

  private final int most;
  private final AtomicInteger taken = new AtomicInteger();

  ToolBudget(int most) {
    this.most = most;
  }

  /// What neither counts nor edits: the calls of helpers do that themselves.
  private static final Set<String> NEITHER = Set.of("task", "irc", "yield");

  /// Whether calls of this tool count.
  static boolean covers(String tool) {
    return TOOLS.contains(tool);
  }

  /// Whether calls of this tool may stage something.
  static boolean edits(String tool) {
    return !TOOLS.contains(tool) && !NEITHER.contains(tool);
  }

  void take() throws ToolException {
    if (taken.incrementAndGet() > most) {
      throw new ToolException(
          ToolException.Code.PERMISSION_DENIED,
          "the budget of " + most + " tool calls is used up",
          List.of("Propose the edits now, with what you know."));
    }
  }

  /// Counts a call that was refused before it ran.
  void count() {
    taken.incrementAndGet();
  }

  boolean exhausted() {
    return taken.get() > most;
  }
}
