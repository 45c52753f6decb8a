package dev.tenon.cli.terminal.render;

import dev.tenon.core.text.VisibleText;

/// The last gate before a terminal: lets text and our own styles and links pass and spells
/// everything else out, so that a text that somebody forgot to make harmless can change colours at
/// most. It takes a stream in pieces; a style is never cut in two. Used by one thread at a time.
final class PaintedText {
  private static final char ESCAPE = '\033';
  private static final int LONGEST = 20;

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

  /// The index after a sequence of ours, or `at` if there is none.
  private static int afterStyle(String text, int at) {
    if (text.startsWith("]", at + 1)) {
      return Links.after(text, at);
    }
    int end = text.startsWith("[", at + 1) ? text.indexOf('m', at) : -1;
    boolean ours =
        end > 0 && end - at <= LONGEST && KnownSequences.has(text.substring(at, end + 1));
    return ours ? end + 1 : at;
  }
}
