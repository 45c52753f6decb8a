package dev.tenon.server.job.run;

import dev.tenon.core.agent.AgentEvent;
import dev.tenon.server.job.record.JobRecord;
import java.util.function.Consumer;

/// Listens to the run of one job, for logs and telemetry. Called by the threads of the run, so it
/// has to be safe for several of them, and quick.
public interface JobObserver extends Consumer<AgentEvent> {

  /// The run is over: the job waits for review, or has ended.
  void ended(JobRecord job);

  /// One who does not listen.
  static JobObserver nobody() {
    return new JobObserver() {
      @Override
      public void accept(AgentEvent event) {
        // Nobody wants to know.
      }

      @Override
      public void ended(JobRecord job) {
        // Nobody wants to know.
      }
    };
  }
}
