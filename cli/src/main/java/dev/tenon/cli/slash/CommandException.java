package dev.tenon.cli.slash;

/// A slash command that could not do what was asked. The message is for the person: it names the
/// thing, the value and the way out.
public class CommandException extends Exception {
  private static final long serialVersionUID = 1L;

  public CommandException(String message) {
    super(message);
  }
}
