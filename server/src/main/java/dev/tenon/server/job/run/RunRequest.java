package dev.tenon.server.job.run;

import dev.tenon.server.job.record.AgentMode;
import dev.tenon.server.job.record.CommandUse;
import dev.tenon.server.job.record.ContextRow;
import dev.tenon.server.job.record.JobRecord;
import dev.tenon.server.job.record.PlanUse;
import java.util.List;
import java.util.Optional;

/// What a client asks for when it starts a job.
///
/// @param toolCalls 0 for the default
/// @param mode empty for the server's own
/// @param commands empty for those of the session
/// @param turn when the session is at something else
/// @param plan whether a plan comes first
public record RunRequest(
    String session,
    String instruction,
    List<ContextRow> rows,
    int toolCalls,
    Optional<AgentMode> mode,
    Optional<CommandUse> commands,
    Turn turn,
    PlanUse plan) {
  public RunRequest {
    rows = List.copyOf(rows);
  }

  /// What becomes of it while a job of its session is at work or under review.
  public enum Turn {
    /// It is refused.
    NOW,
    /// It waits until that one is over.
    WAITS
  }

  /// The same again.
  static RunRequest of(JobRecord job) {
    JobRecord.Request before = job.request();
    return new RunRequest(
        job.sessionId(),
        before.instruction(),
        before.contextRows(),
        before.maxToolCalls(),
        Optional.of(before.mode()),
        Optional.of(before.commands()),
        Turn.NOW,
        before.plan() == PlanUse.NONE ? PlanUse.NONE : PlanUse.FIRST);
  }
}
