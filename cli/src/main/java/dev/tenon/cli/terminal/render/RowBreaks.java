package dev.tenon.cli.terminal.render;

/// Ends rows between words where a terminal would end them within one. Text comes in pieces and is
/// handed on at once: only a word that has begun in an earlier piece may still be broken. Further
/// rows stand a little more to the right than an indented first one.
final class RowBreaks {
  private static final int FURTHER = 2;

  private int column;

  /// The blanks in front of the line, as long as nothing else has come.
  private int indent;

  private boolean indenting = true;
  private boolean amidWord;

  /// The next line begins.
  void begin() {
    column = 0;
    indent = 0;
    indenting = true;
    amidWord = false;
  }

  /// @param text without controls but those of styles and line ends
  /// @param width of the terminal; 0 if nobody knows it
  String next(String text, int width) {
    if (width <= 0) {
      return text;
    }
    var out = new StringBuilder(text.length() + 16);
    for (int at = 0; at < text.length(); ) {
      char c = text.charAt(at);
      if (c == '\n') {
        out.append(c);
        begin();
        at++;
      } else if (c == ' ') {
        blank(width, out);
        at++;
      } else {
        int end = at + 1;
        while (end < text.length() && text.charAt(end) != ' ' && text.charAt(end) != '\n') {
          end++;
        }
        word(text.substring(at, end), width, out);
        at = end;
      }
    }
    return out.toString();
  }

  private void blank(int width, StringBuilder out) {
    amidWord = false;
    indent += indenting ? 1 : 0;
    // At the edge it would stand in front of the next row.
    if (indenting || column < width) {
      out.append(' ');
      column++;
    }
  }

  private void word(String word, int width, StringBuilder out) {
    int wide = DisplayWidth.of(word);
    int start = indent == 0 ? 0 : Math.min(indent + FURTHER, width / 2);
    if (!indenting && !amidWord && column + wide > width && column > start) {
      out.append('\n').repeat(' ', start);
      column = start;
    }
    out.append(word);
    column += wide;
    if (column > width) {
      // The terminal has gone on below.
      column = (column - 1) % width + 1;
    }
    indenting &= wide == 0;
    amidWord = true;
  }
}
