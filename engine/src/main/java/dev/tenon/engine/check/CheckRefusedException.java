package dev.tenon.engine.check;

/// A check that does not run. The message is for a person.
public final class CheckRefusedException extends Exception {
  private static final long serialVersionUID = 1L;

  private final Reason reason;

  /// Why not.
  public enum Reason {
    /// There is no command, or none that a system can take.
    INVALID,
    /// The rules or the deny-list say no.
    DENIED
  }

  CheckRefusedException(Reason reason, String message) {
    super(message);
    this.reason = reason;
  }

  public Reason reason() {
    return reason;
  }
}
