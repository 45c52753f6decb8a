package dev.tenon.core.workflow;

/// A step that is not allowed now, or a workflow that cannot be used. The message says what is and
/// what could be done instead.
public final class WorkflowException extends Exception {
  private static final long serialVersionUID = 1L;

  public WorkflowException(String message) {
    super(message);
  }
}
