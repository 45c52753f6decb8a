package dev.tenon.server.job.run;

import dev.tenon.server.job.record.AgentMode;
import dev.tenon.server.job.record.CommandUse;
import dev.tenon.server.job.record.ContextRow;
import dev.tenon.server.job.record.JobRecord;
import java.util.List;
import java.util.Optional;

/// What a client asks for when it starts a job.
///
/// @param toolCalls 0 for the default
/// @param mode empty for the server's own
/// @param commands empty for those of the session
public record RunRequest(
    String session,
    String instruction,
    List<ContextRow> rows,
    int toolCalls,
    Optional<AgentMode> mode,
    Optional<CommandUse> commands) {
  public RunRequest {
    rows = List.copyOf(rows);
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
        Optional.of(before.commands()));
  }
}
