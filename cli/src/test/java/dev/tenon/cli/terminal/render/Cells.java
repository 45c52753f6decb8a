package dev.tenon.cli.terminal.render;

import java.util.ArrayList;
import java.util.List;

/// Styled text as an eye sees it: each character with what is switched on, however often it was
/// switched. For comparing texts that were styled in different pieces.
public final class Cells {
  private Cells() {}

  public static List<String> of(String styled) {
    var cells = new ArrayList<String>();
    var open = new OpenStyles();
    for (int i = 0; i < styled.length(); ) {
      if (styled.charAt(i) == '\033') {
        int end = DisplayWidth.afterEscape(styled, i);
        open.note(styled.substring(i, end));
        i = end;
      } else {
        int c = styled.codePointAt(i);
        String style = c == ' ' || c == '\n' ? "" : open.resume();
        cells.add(Character.toString(c) + style);
        i += Character.charCount(c);
      }
    }
    return cells;
  }

  /// The text alone.
  public static String text(String styled) {
    return styled.replaceAll("\033\\[[0-9;]*m", "");
  }

  /// The text with readable style marks: `{1}bold{22}`.
  public static String marked(String styled) {
    return styled.replaceAll("\033\\[([0-9;]*)m", "{$1}");
  }
}
