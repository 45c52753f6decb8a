package dev.tenon.server.job.run;

import dev.tenon.core.change.weave.HunkGuard;
import java.time.Duration;

/// The bounds of jobs.
///
/// @param toolCalls in one attempt of a job, unless its request says otherwise
/// @param toolCallsCap the most that a request may ask for
/// @param schemaRetries how often `propose_edits` may be malformed before the job fails
/// @param running jobs at the same time
/// @param queued jobs that wait
/// @param events that are kept of one job
/// @param steps requests to the model in one prompt
/// @param pollInterval how often a client should ask for events
/// @param hunks how large a hunk may be
/// @param routing which model a job runs on
public record JobLimits(
    int toolCalls,
    int toolCallsCap,
    int schemaRetries,
    int running,
    int queued,
    int events,
    int steps,
    Duration pollInterval,
    HunkGuard hunks,
    Routing routing) {
  public static final JobLimits DEFAULT =
      new JobLimits(
          12,
          100,
          5,
          4,
          1_000,
          3_000,
          50,
          Duration.ofSeconds(2),
          HunkGuard.DEFAULT,
          Routing.DEFAULT);

  public JobLimits {
    if (toolCallsCap < toolCalls) {
      throw new IllegalArgumentException(
          "a request may ask for at most "
              + toolCallsCap
              + " tool calls, but it gets "
              + toolCalls
              + " when it asks for nothing");
    }
  }

  public JobLimits withToolCalls(int calls, int cap) {
    return new JobLimits(
        calls, cap, schemaRetries, running, queued, events, steps, pollInterval, hunks, routing);
  }

  public JobLimits withQueue(int atOnce, int waiting) {
    return new JobLimits(
        toolCalls,
        toolCallsCap,
        schemaRetries,
        atOnce,
        waiting,
        events,
        steps,
        pollInterval,
        hunks,
        routing);
  }

  public JobLimits withEvents(int most) {
    return new JobLimits(
        toolCalls,
        toolCallsCap,
        schemaRetries,
        running,
        queued,
        most,
        steps,
        pollInterval,
        hunks,
        routing);
  }

  public JobLimits with(HunkGuard guard) {
    return new JobLimits(
        toolCalls,
        toolCallsCap,
        schemaRetries,
        running,
        queued,
        events,
        steps,
        pollInterval,
        guard,
        routing);
  }

  public JobLimits with(Routing other) {
    return new JobLimits(
        toolCalls,
        toolCallsCap,
        schemaRetries,
        running,
        queued,
        events,
        steps,
        pollInterval,
        hunks,
        other);
  }
}
