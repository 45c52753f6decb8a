package dev.tenon.core.permission.command;

/// The text is no command line that this parser understands. Bash might.
final class SyntaxException extends Exception {
  private static final long serialVersionUID = 1;

  SyntaxException(String message) {
    super(message, null, false, false);
  }
}
