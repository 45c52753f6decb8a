package dev.tenon.core.exec.background;

/// A schedule that cannot be made. The message says what is wrong with it.
public final class CronException extends Exception {
  private static final long serialVersionUID = 1L;

  public CronException(String message) {
    super(message);
  }
}
