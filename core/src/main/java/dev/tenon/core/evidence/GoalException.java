package dev.tenon.core.evidence;

/// A goal cannot become what somebody wants; the message says why and what to do.
public final class GoalException extends Exception {
  private static final long serialVersionUID = 1L;

  public GoalException(String message) {
    super(message);
  }
}
