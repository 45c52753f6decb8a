package dev.tenon.cli.terminal.render;

import java.util.ArrayList;
import java.util.List;
import org.jline.utils.WCWidth;

/// How wide text is on a terminal. Escape sequences of [Style] take no room.
public final class DisplayWidth {
  private DisplayWidth() {}

  static int of(int codePoint) {
    return codePoint < 0x7f ? 1 : Math.max(0, WCWidth.wcwidth(codePoint));
  }

  public static int of(String text) {
    int width = 0;
    for (int i = 0; i < text.length(); ) {
      if (text.charAt(i) == '\033') {
        i = afterEscape(text, i);
      } else {
        int c = text.codePointAt(i);
        width += of(c);
        i += Character.charCount(c);
      }
    }
    return width;
  }

  /// Where the style sequence that starts here ends.
  static int afterEscape(String text, int start) {
    int end = text.indexOf('m', start);
    return end < 0 ? text.length() : end + 1;
  }

  /// The text in rows of at most so many columns, broken at blanks; a longer word is left to the
  /// terminal.
  public static List<String> wrap(String text, int room) {
    var rows = new ArrayList<String>();
    var row = new StringBuilder();
    for (String word : text.split(" ", -1)) {
      if (!row.isEmpty() && of(row.toString()) + 1 + of(word) > room) {
        rows.add(row.toString());
        row.setLength(0);
      }
      row.append(row.isEmpty() ? "" : " ").append(word);
    }
    rows.add(row.toString());
    return rows;
  }

  /// The text in rows of at most so many columns, cut anywhere, so that every character of it stays
  /// where it is. Without styles.
  public static List<String> cut(String text, int room) {
    var rows = new ArrayList<String>();
    int start = 0;
    int width = 0;
    for (int i = 0; i < text.length(); ) {
      int c = text.codePointAt(i);
      int wide = of(c);
      if (width + wide > room && i > start) {
        rows.add(text.substring(start, i));
        start = i;
        width = 0;
      }
      width += wide;
      i += Character.charCount(c);
    }
    rows.add(text.substring(start));
    return rows;
  }

  /// The beginning of the text that fits; styles that it leaves open are closed.
  public static String fit(String text, int room) {
    if (text.length() <= room && text.indexOf('\033') < 0 && of(text) <= room) {
      return text;
    }
    int width = 0;
    boolean styled = false;
    for (int i = 0; i < text.length(); ) {
      if (text.charAt(i) == '\033') {
        styled = true;
        i = afterEscape(text, i);
        continue;
      }
      int c = text.codePointAt(i);
      width += of(c);
      if (width > room) {
        return text.substring(0, i) + (styled ? "\033[0m" : "");
      }
      i += Character.charCount(c);
    }
    return text;
  }
}
