package dev.tenon.server.job;

import dev.tenon.core.json.Json;
import java.time.Instant;
import java.util.List;

/// One thing that happened to a job. Cursors count from 1 without gaps.
///
/// @param data a summary without secrets, small enough to be sent often
public record JobEvent(long cursor, String type, Instant time, Json.Obj data) {
  public static final String JOB_QUEUED = "job.queued";
  public static final String JOB_STARTED = "job.started";
  public static final String JOB_COMPLETED = "job.completed";
  public static final String JOB_FAILED = "job.failed";
  public static final String JOB_RESUMED = "job.resumed";
  public static final String PROVIDER_SELECTED = "provider.selected";
  public static final String PROVIDER_FALLBACK = "provider.fallback";
  public static final String ASSISTANT_MESSAGE = "assistant.message";
  public static final String TOOL_REQUESTED = "tool.call.requested";
  public static final String TOOL_COMPLETED = "tool.call.completed";
  public static final String CLARIFICATION_REQUESTED = "clarification.requested";
  public static final String CLARIFICATION_RECEIVED = "clarification.received";
  public static final String EDITS_PROPOSED = "edits.proposed";
  public static final String DIFF_GENERATED = "diff.generated";
  public static final String REVIEW_UPDATED = "review.updated";
  public static final String APPLY_STARTED = "apply.started";
  public static final String APPLY_COMPLETED = "apply.completed";
  public static final String APPLY_CONFLICT = "apply.conflict";
  public static final String CHECKPOINT_CREATED = "checkpoint.created";
  public static final String ROLLBACK_STARTED = "checkpoint.rollback.started";
  public static final String ROLLBACK_COMPLETED = "checkpoint.rollback.completed";
  public static final String ROLLBACK_FAILED = "checkpoint.rollback.failed";

  /// Every type that there is.
  public static List<String> types() {
    return List.of(
        JOB_QUEUED,
        JOB_STARTED,
        JOB_COMPLETED,
        JOB_FAILED,
        JOB_RESUMED,
        PROVIDER_SELECTED,
        PROVIDER_FALLBACK,
        ASSISTANT_MESSAGE,
        TOOL_REQUESTED,
        TOOL_COMPLETED,
        CLARIFICATION_REQUESTED,
        CLARIFICATION_RECEIVED,
        EDITS_PROPOSED,
        DIFF_GENERATED,
        REVIEW_UPDATED,
        APPLY_STARTED,
        APPLY_COMPLETED,
        APPLY_CONFLICT,
        CHECKPOINT_CREATED,
        ROLLBACK_STARTED,
        ROLLBACK_COMPLETED,
        ROLLBACK_FAILED);
  }

  public Json.Obj toJson() {
    return Json.object()
        .put("cursor", cursor)
        .put("type", type)
        .put("ts", time.toString())
        .put("data", data)
        .build();
  }

  public static JobEvent of(Json.Obj json) {
    return new JobEvent(
        json.number("cursor", 0),
        json.string("type", ""),
        Instant.parse(json.string("ts", Instant.EPOCH.toString())),
        json.objectOrEmpty("data"));
  }
}
