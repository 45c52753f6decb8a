package dev.tenon.core.permission;

/// A rule cannot be read. The message says what is wrong with it and how rules look.
public final class RuleException extends Exception {
  private static final long serialVersionUID = 1;

  public RuleException(String message) {
    super(message, null, false, false);
  }
}
