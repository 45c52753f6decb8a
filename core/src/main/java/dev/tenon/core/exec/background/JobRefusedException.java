package dev.tenon.core.exec.background;

/// Background work that could not be started. The message says why and what to do.
public final class JobRefusedException extends Exception {
  private static final long serialVersionUID = 1L;

  public JobRefusedException(String message) {
    super(message);
  }
}
