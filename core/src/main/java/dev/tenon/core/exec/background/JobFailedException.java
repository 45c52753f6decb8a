package dev.tenon.core.exec.background;

/// Background work that ran and failed. The message is what the model and the person read: usually
/// the output and how it ended.
public final class JobFailedException extends Exception {
  private static final long serialVersionUID = 1L;

  public JobFailedException(String message) {
    super(message);
  }
}
