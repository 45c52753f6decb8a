package dev.tenon.cli.terminal.appearance;

import dev.tenon.cli.terminal.render.CodeText;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.DisplayWidth;
import dev.tenon.cli.terminal.render.Style;
import java.util.ArrayList;
import java.util.List;

/// A few rows of everything, to look at a theme.
final class ThemeSample {
  private ThemeSample() {}

  /// In the theme of now; the first rows show the most.
  static List<String> rows(DisplayOptions look, int columns) {
    CodeText code = CodeText.of("java", look);
    var rows = new ArrayList<String>();
    rows.add(
        look.paint(Style.TITLE, "A heading")
            + "  text, "
            + look.paint(Style.BOLD, "bold")
            + ", "
            + look.paint(Style.CODE, "code")
            + ", "
            + look.paint(Style.MD_LINK, "a link")
            + ", "
            + look.paint(Style.DIM, "an aside"));
    rows.add("  " + code.painted("return text.length() + 42; // \"why\""));
    rows.add(
        "  "
            + look.paint(Style.TOOL_DIFF_REMOVED, "10 " + look.glyphs().minus() + " int end = ")
            + look.paint(Style.TOOL_DIFF_REMOVED_PART, "size - 1")
            + look.paint(Style.TOOL_DIFF_REMOVED, ";"));
    rows.add(
        "  "
            + look.paint(Style.TOOL_DIFF_ADDED, "10 + int end = ")
            + look.paint(Style.TOOL_DIFF_ADDED_PART, "size")
            + look.paint(Style.TOOL_DIFF_ADDED, ";"));
    rows.add(
        look.paint(Style.TOOL, look.glyphs().call)
            + " "
            + look.paint(Style.BOLD, "bash")
            + " make  "
            + look.paint(Style.OK, look.glyphs().ok + " passed")
            + "  "
            + look.paint(Style.FAILURE, look.glyphs().failed + " failed")
            + "  "
            + look.paint(Style.WARNING, look.glyphs().warning + " careful"));
    String dot = look.paint(Style.STATUS_LINE_SEP, " " + look.glyphs().dot + " ");
    rows.add(
        look.paint(Style.STATUS_LINE_MODEL, "model")
            + dot
            + look.paint(Style.STATUS_LINE_PATH, "~/project")
            + dot
            + look.paint(Style.STATUS_LINE_GIT_DIRTY, "main +2")
            + dot
            + look.paint(Style.STATUS_LINE_CONTEXT, "31%")
            + dot
            + look.paint(Style.STATUS_LINE_COST, "$0.12"));
    rows.replaceAll(row -> DisplayWidth.cut(row, columns, look.glyphs()));
    return rows;
  }
}
