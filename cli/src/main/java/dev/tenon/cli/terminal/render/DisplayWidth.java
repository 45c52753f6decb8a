package dev.tenon.cli.terminal.render;

import dev.tenon.cli.terminal.screen.Clusters;
import dev.tenon.cli.terminal.screen.StyledText;
import java.util.ArrayList;
import java.util.List;

/// How wide text is on a terminal. Escape sequences of [Style] and [Links] take no room.
public final class DisplayWidth {
  private DisplayWidth() {}

  public static int of(int codePoint) {
    return codePoint < 0x7f ? 1 : Clusters.width(Character.toString(codePoint));
  }

  public static int of(String text) {
    return StyledText.width(text);
  }

  /// Where the sequence that starts here ends.
  public static int afterEscape(String text, int start) {
    return StyledText.afterEscape(text, start);
  }

  /// The text in rows of at most so many columns, broken at blanks.
  public static List<String> wrap(String text, int room) {
    return Wrap.rows(text, room);
  }

  /// The text in rows of at most so many columns, cut anywhere, so that every character of it stays
  /// where it is. Without styles.
  public static List<String> cut(String text, int room) {
    var rows = new ArrayList<String>();
    int start = 0;
    int width = 0;
    for (int i = 0; i < text.length(); ) {
      int end = Clusters.next(text, i);
      int wide = Clusters.widthOfOne(text, i, end);
      if (width + wide > room && i > start) {
        rows.add(text.substring(start, i));
        start = i;
        width = 0;
      }
      width += wide;
      i = end;
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
    var open = new OpenStyles();
    for (int i = 0; i < text.length(); ) {
      if (text.charAt(i) == '\033') {
        int end = afterEscape(text, i);
        open.note(text.substring(i, end));
        i = end;
        continue;
      }
      int end = Clusters.next(text, i);
      width += Clusters.widthOfOne(text, i, end);
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
