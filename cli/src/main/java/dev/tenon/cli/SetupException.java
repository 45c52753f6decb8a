package dev.tenon.cli;

/// Something the user has to put right before Tenon can work. The message is one clear line.
public final class SetupException extends Exception {
  private static final long serialVersionUID = 1L;

  private final int exitCode;

  private SetupException(String message, int exitCode) {
    super(message);
    this.exitCode = exitCode;
  }

  /// A wrong argument, setting or file.
  public static SetupException usage(String message) {
    return new SetupException(message, Main.USAGE);
  }

  /// Something that was asked for in the right way and is not to be had.
  public static SetupException failure(String message) {
    return new SetupException(message, Main.FAILURE);
  }

  public int exitCode() {
    return exitCode;
  }
}
