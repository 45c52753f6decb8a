package dev.tenon.core.exec.worker;

/// A task that has no result. The pool stays usable: the next call gets a worker that works.
public final class WorkerException extends Exception {
  private static final long serialVersionUID = 1L;

  private final Kind kind;

  /// Why there is no result.
  public enum Kind {
    /// There is no worker, or none could be started.
    UNAVAILABLE,
    /// The task said that it failed.
    FAILED,
    /// The worker died of the task.
    DIED,
    TIMED_OUT
  }

  WorkerException(Kind kind, String message, Throwable cause) {
    super(message, cause);
    this.kind = kind;
  }

  WorkerException(Kind kind, String message) {
    super(message);
    this.kind = kind;
  }

  public Kind kind() {
    return kind;
  }
}
