package dev.tenon.cli.args;

/// The command line makes no sense. The message is one line for the person: the thing, the value,
/// the way out. Whoever catches it prints it and exits with 2.
public final class UsageException extends Exception {
  private static final long serialVersionUID = 1;

  public UsageException(String message) {
    super(message, null, false, false);
  }
}
