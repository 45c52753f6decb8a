package dev.tenon.server.job;

import java.time.Duration;

/// The bounds of jobs.
///
/// @param toolCalls in one job, unless its request says less
/// @param schemaRetries how often `propose_edits` may be malformed before the job fails
/// @param running jobs at the same time
/// @param queued jobs that wait
/// @param events that are kept of one job
/// @param steps requests to the model in one job
/// @param localAttempts in mode `hybrid_auto`, before the remote model is taken
/// @param localTimeout in mode `hybrid_auto`, after which the remote model is taken
public record JobLimits(
    int toolCalls,
    int schemaRetries,
    int running,
    int queued,
    int events,
    int steps,
    int localAttempts,
    Duration localTimeout) {
  public static final JobLimits DEFAULT =
      new JobLimits(12, 5, 4, 1_000, 3_000, 50, 1, Duration.ofMinutes(2));
}
