package dev.tenon.testkit.script;

/// The errors that a vendor reports; each wire has its own words for them.
public enum ErrorKind {
  AUTHENTICATION(401),
  PERMISSION(403),
  UNKNOWN_MODEL(404),
  RATE_LIMIT(429),
  QUOTA(429),
  CONTEXT_OVERFLOW(400),
  INVALID_REQUEST(400),
  SERVER(500),
  UNAVAILABLE(503),
  OVERLOADED(529);

  private final int status;

  ErrorKind(int status) {
    this.status = status;
  }

  /// The status that most vendors send with it.
  public int status() {
    return status;
  }
}
