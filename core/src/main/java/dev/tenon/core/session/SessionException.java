package dev.tenon.core.session;

/// A session that cannot be opened, and what to do about it.
public final class SessionException extends Exception {
  private static final long serialVersionUID = 1;

  private final Kind kind;

  /// Why a session cannot be opened.
  public enum Kind {
    /// There is no such file or id.
    MISSING,
    /// The file is something else.
    NOT_A_SESSION,
    /// Another program writes to it.
    IN_USE,
    /// It cannot be read or written.
    UNUSABLE
  }

  SessionException(Kind kind, String message) {
    super(message);
    this.kind = kind;
  }

  SessionException(Kind kind, String message, Throwable cause) {
    super(message, cause);
    this.kind = kind;
  }

  public Kind kind() {
    return kind;
  }
}
