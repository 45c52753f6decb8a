package dev.tenon.core.text;

/// Which line endings a text has. A carriage return without a line feed is an ordinary character.
public enum LineEnding {
  /// No line ends: the text is empty or one line without an end.
  NONE("no line ending"),
  LF("LF"),
  CRLF("CRLF"),
  MIXED("mixed LF and CRLF");

  private final String label;

  LineEnding(String label) {
    this.label = label;
  }

  /// The name for people.
  public String label() {
    return label;
  }

  static LineEnding of(String text) {
    if (text.indexOf('\r') < 0) {
      return text.indexOf('\n') < 0 ? NONE : LF;
    }
    int lf = 0;
    int crlf = 0;
    for (int at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
      if (at > 0 && text.charAt(at - 1) == '\r') {
        crlf++;
      } else {
        lf++;
      }
      if (lf > 0 && crlf > 0) {
        return MIXED;
      }
    }
    return lf > 0 ? LF : crlf > 0 ? CRLF : NONE;
  }
}
