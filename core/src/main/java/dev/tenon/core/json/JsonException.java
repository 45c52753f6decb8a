package dev.tenon.core.json;

/// Text that is not JSON. The message says what is wrong and where.
public final class JsonException extends Exception {
  private static final long serialVersionUID = 1L;

  private final int line;
  private final int column;

  public JsonException(String message, int line, int column) {
    super(message + " (line " + line + ", column " + column + ")");
    this.line = line;
    this.column = column;
  }

  public int line() {
    return line;
  }

  public int column() {
    return column;
  }
}
