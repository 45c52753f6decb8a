package dev.tenon.server.job.record;

import dev.tenon.core.json.JsonException;
import java.util.Arrays;
import java.util.List;

/// The name of an event on the wire and in the store. Names are never changed or taken away.
public enum JobEventType {
  JOB_QUEUED("job.queued"),
  JOB_STARTED("job.started"),
  JOB_COMPLETED("job.completed"),
  JOB_FAILED("job.failed"),
  JOB_RESUMED("job.resumed"),
  PROVIDER_SELECTED("provider.selected"),
  PROVIDER_FALLBACK("provider.fallback"),
  ASSISTANT_MESSAGE("assistant.message"),
  TOOL_REQUESTED("tool.call.requested"),
  TOOL_COMPLETED("tool.call.completed"),
  HELPER_REPORTED("helper.reported"),
  CLARIFICATION_REQUESTED("clarification.requested"),
  CLARIFICATION_RECEIVED("clarification.received"),
  APPROVAL_REQUESTED("approval.requested"),
  APPROVAL_RECEIVED("approval.received"),
  EDITS_PROPOSED("edits.proposed"),
  DIFF_GENERATED("diff.generated"),
  REVIEW_UPDATED("review.updated"),
  APPLY_STARTED("apply.started"),
  APPLY_COMPLETED("apply.completed"),
  APPLY_CONFLICT("apply.conflict"),
  CHECK_STARTED("check.started"),
  CHECK_OUTPUT("check.output"),
  CHECK_FINISHED("check.finished"),
  CHECKPOINT_CREATED("checkpoint.created"),
  ROLLBACK_STARTED("checkpoint.rollback.started"),
  ROLLBACK_COMPLETED("checkpoint.rollback.completed"),
  ROLLBACK_FAILED("checkpoint.rollback.failed");

  private final String label;

  JobEventType(String label) {
    this.label = label;
  }

  public String label() {
    return label;
  }

  public static List<String> labels() {
    return Arrays.stream(values()).map(JobEventType::label).toList();
  }

  static JobEventType of(String label) throws JsonException {
    for (JobEventType type : values()) {
      if (type.label.equals(label)) {
        return type;
      }
    }
    throw new JsonException("there is no type of event '" + label + "'");
  }
}
