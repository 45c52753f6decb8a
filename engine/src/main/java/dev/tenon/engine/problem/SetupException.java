package dev.tenon.engine.problem;

/// Something the user has to put right before Tenon can work. The message is one clear line.
public final class SetupException extends Exception {
  private static final long serialVersionUID = 1L;

  /// What has to be put right.
  public enum Kind {
    /// A wrong argument, setting or file.
    USAGE,
    /// Something that was asked for in the right way and is not to be had.
    FAILURE
  }

  private final Kind kind;

  private SetupException(String message, Kind kind) {
    super(message);
    this.kind = kind;
  }

  /// See [Kind#USAGE].
  public static SetupException usage(String message) {
    return new SetupException(message, Kind.USAGE);
  }

  /// See [Kind#FAILURE].
  public static SetupException failure(String message) {
    return new SetupException(message, Kind.FAILURE);
  }

  public Kind kind() {
    return kind;
  }
}
