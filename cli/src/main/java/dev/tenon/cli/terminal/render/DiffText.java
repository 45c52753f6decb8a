package dev.tenon.cli.terminal.render;

import dev.tenon.core.text.VisibleText;

/// Text in which unified diffs may stand: on a terminal of known width they become [DiffRows];
/// elsewhere their added and removed lines get their colours, and everything else stays as it is.
public final class DiffText {
  private final DisplayOptions look;
  private int oldLines;
  private int newLines;

  private DiffText(DisplayOptions look) {
    this.look = look;
  }

  /// For this page.
  ///
  /// @param text harmless already
  public static String painted(String text, DisplayOptions look, Page page) {
    boolean diff = text.contains("@@ -") || text.contains("Binary files ");
    return diff && page.reach() == Page.Reach.LIVE
        ? String.join("\n", DiffRows.whole(text, look, page.columns()))
        : painted(text, look);
  }

  /// Shows a text of a command on the page; what a diff hides is told.
  public static void print(String text, DisplayOptions look, Page page) {
    String visible = SafeText.visible(text);
    boolean diff = visible.contains("@@ -");
    page.line(diff ? painted(visible, look, page) : Wrap.lines(visible, page.columns() - 1));
    int hidden = diff ? VisibleText.count(text) : 0;
    if (hidden > 0) {
      page.line(look.palette().paint(Style.WARNING, SafeText.hint(hidden)));
    }
  }

  static String painted(String text, DisplayOptions look) {
    if (look.palette().isPlain() || !text.contains("@@ -")) {
      return text;
    }
    var diff = new DiffText(look);
    var out = new StringBuilder();
    for (String line : text.split("\n", -1)) {
      out.append(out.isEmpty() ? "" : "\n").append(diff.line(line));
    }
    return out.toString();
  }

  private String line(String line) {
    if (oldLines <= 0 && newLines <= 0) {
      return line.startsWith("@@ -") ? header(line) : line;
    }
    if (line.startsWith("+")) {
      newLines--;
      return look.paint(Style.ADDED, line);
    }
    if (line.startsWith("-")) {
      oldLines--;
      return look.paint(Style.REMOVED, line);
    }
    if (!line.startsWith("\\")) {
      oldLines--;
      newLines--;
    }
    return line;
  }

  /// `@@ -12,3 +12,4 @@`: so many old and new lines follow.
  private String header(String line) {
    int plus = line.indexOf(" +", 4);
    int end = line.indexOf(" @@", 4);
    if (plus < 0 || end < plus) {
      return line;
    }
    oldLines = length(line.substring(4, plus));
    newLines = length(line.substring(plus + 2, end));
    return look.paint(Style.DIM, line);
  }

  private static int length(String range) {
    int comma = range.indexOf(',');
    String digits = comma < 0 ? "1" : range.substring(comma + 1);
    return digits.matches("[0-9]{1,9}") ? Integer.parseInt(digits) : 0;
  }
}
