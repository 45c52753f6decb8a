package dev.tenon.cli.terminal.render;

import dev.tenon.core.text.VisibleText;

/// The last gate before a terminal: lets text and our own styles pass and spells everything else
/// out, so that a text that somebody forgot to make harmless can change colours at most. It takes a
/// stream in pieces; a style is never cut in two. Used by one thread at a time.
final class PaintedText {
  private static final char ESCAPE = '\033';

  private final VisibleText visible = new VisibleText();

  String next(String text) {
    int escape = text.indexOf(ESCAPE);
    if (escape < 0) {
      return visible.next(text);
    }
    var out = new StringBuilder(text.length() + 16);
    int from = 0;
    while (escape >= 0) {
      int end = afterStyle(text, escape);
      if (end > escape) {
        out.append(visible.next(text.substring(from, escape))).append(text, escape, end);
        from = end;
      }
      escape = text.indexOf(ESCAPE, Math.max(end, escape + 1));
    }
    return out.append(visible.next(text.substring(from))).toString();
  }

  /// A line of its own.
  static String line(String text) {
    return new PaintedText().next(text);
  }

  /// The index after a sequence that sets styles such as ours, or `at` if there is none.
  private static int afterStyle(String text, int at) {
    int i = at + 1;
    if (i >= text.length() || text.charAt(i) != '[') {
      return at;
    }
    int number = 0;
    for (i++; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c >= '0' && c <= '9' && number < 100) {
        number = 10 * number + c - '0';
      } else if ((c == ';' || c == 'm') && Style.has(number)) {
        if (c == 'm') {
          return i + 1;
        }
        number = 0;
      } else {
        return at;
      }
    }
    return at;
  }
}
