package dev.tenon.core.edit;

/// A request that could not be planned. Nothing has happened to any file.
public final class PlanException extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient PlanFailure failure;

  public PlanException(PlanFailure failure) {
    super(failure.text());
    this.failure = failure;
  }

  public PlanFailure failure() {
    return failure;
  }
}
