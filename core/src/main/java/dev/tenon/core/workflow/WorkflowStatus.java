package dev.tenon.core.workflow;

import dev.tenon.core.json.JsonFields;
import java.util.List;

/// How a workflow stands, for lists.
///
/// @param detail one line for people
public record WorkflowStatus(State state, String detail) {

  /// The states.
  public enum State {
    /// It goes on.
    RUNNING,
    /// Only its person can bring it on.
    WAITING,
    /// Its result waits for the person's decision.
    PENDING_APPROVAL,
    /// The person has agreed to its result.
    APPROVED,
    DONE,
    /// It came to its limit without a result.
    STUCK,
    STOPPED;

    public String label() {
      return JsonFields.word(this);
    }

    public boolean isOpen() {
      return this == RUNNING || this == WAITING;
    }
  }

  static WorkflowStatus of(WorkflowKind kind, List<WorkflowEntry> entries) {
    WorkflowEntry last = entries.getLast();
    if (last.type().equals(WorkflowStore.STOPPED)) {
      return new WorkflowStatus(State.STOPPED, last.data().string("why", ""));
    }
    if (last.type().equals(WorkflowStore.APPROVED)) {
      return new WorkflowStatus(State.APPROVED, "approved by the person; nothing is begun by that");
    }
    return switch (kind) {
      case DEEP_INTERVIEW -> Interview.of(entries).status();
      case RALPLAN -> Consensus.of(entries).status();
      case ULTRAGOAL -> GoalLedger.of(entries).status();
      case TEAM -> TeamBoard.of(entries).status();
    };
  }
}
