package dev.tenon.server.job;

import dev.tenon.core.tool.ToolException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/// How many more tool calls a job may make.
final class ToolBudget {
  private final int most;
  private final AtomicInteger taken = new AtomicInteger();

  ToolBudget(int most) {
    this.most = most;
  }

  void take() throws ToolException {
    if (taken.incrementAndGet() > most) {
      throw new ToolException(
          ToolException.Code.PERMISSION_DENIED,
          "the budget of " + most + " tool calls is used up",
          List.of("Propose the edits now, with what you know."));
    }
  }

  boolean exhausted() {
    return taken.get() > most;
  }
}
