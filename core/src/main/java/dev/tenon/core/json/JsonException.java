package dev.tenon.core.json;

/// Text that is not JSON, or JSON that is not what it has to be. The message says what is wrong and
/// where: at which line and column of the text, or at which member of the value (see [JsonFields]).
public final class JsonException extends Exception {
  private static final long serialVersionUID = 1L;

  private final int line;
  private final int column;

  public JsonException(String message, int line, int column) {
    super(message + " (line " + line + ", column " + column + ")");
    this.line = line;
    this.column = column;
  }

  /// A value that is JSON but not the one expected; the message begins with the path of the member.
  public JsonException(String message) {
    super(message);
    this.line = 0;
    this.column = 0;
  }

  /// The line of the text, from 1; 0 when the trouble is with a value and not with text.
  public int line() {
    return line;
  }

  /// The column in that line, from 1; 0 when the trouble is with a value and not with text.
  public int column() {
    return column;
  }
}
