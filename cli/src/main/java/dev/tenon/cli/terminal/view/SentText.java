package dev.tenon.cli.terminal.view;

import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.SafeText;
import dev.tenon.cli.terminal.render.Style;
import java.util.ArrayList;
import java.util.List;

/// What a person has sent, as it stays on the page: its beginning. What was pasted is known to who
/// pasted it, and the model has all of it.
public final class SentText {
  private static final int LINES = 12;
  private static final int LONGEST = 4000;

  private SentText() {}

  public static List<String> rows(String sent, DisplayOptions look) {
    var rows = new ArrayList<String>();
    String front = look.palette().paint(Style.PERSON, look.glyphs().person) + " ";
    int from = 0;
    while (from <= sent.length()) {
      int end = sent.indexOf('\n', from);
      end = end < 0 ? sent.length() : end;
      if (rows.size() == LINES && end < sent.length()) {
        long more = sent.substring(from).lines().count();
        rows.add("  " + look.palette().paint(Style.DIM, "[" + more + " more lines, sent whole]"));
        return rows;
      }
      String line = SafeText.visible(sent.substring(from, Math.min(end, from + LONGEST)));
      String cut = end > from + LONGEST ? look.glyphs().ellipsis : "";
      rows.add(front + look.palette().paint(Style.USER_MESSAGE_BG, line + cut));
      front = "  ";
      from = end + 1;
    }
    return rows;
  }
}
