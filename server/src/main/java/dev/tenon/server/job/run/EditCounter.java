package dev.tenon.server.job.run;

import dev.tenon.core.agent.AgentEvent;

/// Counts what became of the edits that a run tried. Events come one at a time.
final class EditCounter {
  private volatile int staged;
  private volatile int stagedNow;
  private volatile int refusedNow;

  /// Another attempt of the same run.
  void begin() {
    stagedNow = 0;
    refusedNow = 0;
  }

  @SuppressWarnings("NonAtomicVolatileUpdate")
  void count(AgentEvent event) {
    if (event instanceof AgentEvent.HelperReported reported) {
      count(reported.event());
      return;
    }
    if (!(event instanceof AgentEvent.ToolFinished finished)
        || !ToolBudget.edits(finished.result().name())) {
      return;
    }
    if (finished.result().failed()) {
      refusedNow++;
    } else {
      staged++;
      stagedNow++;
    }
  }

  /// Whether no attempt of the run has staged anything.
  boolean nothingStaged() {
    return staged == 0;
  }

  /// Whether this attempt tried to edit, in vain every time.
  boolean allRefused() {
    return staged == 0 && stagedNow == 0 && refusedNow > 0;
  }
}
