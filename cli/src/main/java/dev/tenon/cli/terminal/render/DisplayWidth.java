package dev.tenon.cli.terminal.render;

import org.jline.utils.WCWidth;

/// How wide text is on a terminal. Escape sequences of [Style] and [Links] take no room.
public final class DisplayWidth {
  private DisplayWidth() {}

  public static int of(int codePoint) {
    return codePoint < 0x7f ? 1 : Math.max(0, WCWidth.wcwidth(codePoint));
  }

  public static int of(String text) {
    int width = 0;
    for (int i = 0; i < text.length(); ) {
      if (text.charAt(i) == '\033') {
        i = afterEscape(text, i);
      } else {
        int end = Graphemes.end(text, i);
        width += Graphemes.width(text, i, end);
        i = end;
      }
    }
    return width;
  }

  /// Where the sequence that starts here ends.
  static int afterEscape(String text, int start) {
    if (text.startsWith("]", start + 1)) {
      int close = text.indexOf("\033\\", start + 1);
      return close < 0 ? text.length() : close + 2;
    }
    int end = text.indexOf('m', start);
    return end < 0 ? text.length() : end + 1;
  }

  /// The beginning of the text that fits; styles that it leaves open are closed.
  public static String fit(String text, int room) {
    if (text.length() <= room && text.indexOf('\033') < 0 && of(text) <= room) {
      return text;
    }
    int width = 0;
    var open = new OpenStyles();
    for (int i = 0; i < text.length(); ) {
      if (text.charAt(i) == '\033') {
        int end = afterEscape(text, i);
        open.note(text.substring(i, end));
        i = end;
        continue;
      }
      int end = Graphemes.end(text, i);
      width += Graphemes.width(text, i, end);
      if (width > room) {
        return text.substring(0, i) + open.close();
      }
      i = end;
    }
    return text;
  }

  /// The text on one row, its end replaced by an ellipsis if it is wider than that.
  public static String cut(String text, int room, Glyphs glyphs) {
    return of(text) <= room
        ? text
        : fit(text, Math.max(0, room - of(glyphs.ellipsis))) + glyphs.ellipsis;
  }
}
