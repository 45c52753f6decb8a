package dev.tenon.engine.config.value;

/// A value does not fit its type. The message is the rest of a sentence that begins with the key:
/// "must be 0..20, was 'many'".
public final class Refusal extends Exception {
  private static final long serialVersionUID = 1;

  private final int line;

  Refusal(String message) {
    this(message, 0);
  }

  /// @param line where exactly, when that is not where the value begins
  Refusal(String message, int line) {
    super(message, null, false, false);
    this.line = line;
  }

  /// The line of the problem; 0 when it is the value's own.
  public int line() {
    return line;
  }
}
