package dev.tenon.core.change.review;

import java.util.List;

/// A decision that cannot be taken. Nothing has changed.
public final class ReviewException extends Exception {
  private static final long serialVersionUID = 1L;

  private final Kind kind;
  private final transient List<String> hunks;

  ReviewException(Kind kind, List<String> hunks, String message) {
    super(message);
    this.kind = kind;
    this.hunks = List.copyOf(hunks);
  }

  public Kind kind() {
    return kind;
  }

  /// The hunks that stand in the way.
  public List<String> hunks() {
    return hunks;
  }

  /// What is wrong.
  public enum Kind {
    /// There is no such hunk, file or decision.
    UNKNOWN,
    /// A hunk is accepted without one that it needs.
    INCOMPLETE,
    /// Two hunks, or two files, cannot be there together.
    CONFLICT,
    /// The hunk is on the disk already.
    APPLIED,
    /// The hunk cannot be split like this.
    INVALID
  }
}
