package dev.tenon.cli.terminal.markdown;

import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.Style;

/// The marks of quotes in front of a line of Markdown.
///
/// @param left how far to the right they stand, within an item
record Quotes(int left, int count) {
  static final Quotes NONE = new Quotes(0, 0);

  /// What stands to the left of the rows in their place, painted.
  String bars(DisplayOptions look) {
    String bar = look.paint(Style.MD_QUOTE_BORDER, look.glyphs().bar) + " ";
    return " ".repeat(Math.min(left, OpenBlocks.DEEPEST))
        + bar.repeat(Math.min(count, OpenBlocks.DEEPEST / 2));
  }

  /// Where the line goes on behind them.
  int end(String line) {
    int at = count == 0 ? 0 : left;
    for (int i = 0; i < count; i++) {
      at = next(line, at);
    }
    return at;
  }

  /// Where a line goes on behind the mark that begins here; -1 if none does.
  static int next(String line, int at) {
    int mark = MarkdownMarks.indentation(line, at);
    if (mark - at > 3 || !line.startsWith(">", mark)) {
      return -1;
    }
    return line.startsWith(" ", mark + 1) ? mark + 2 : mark + 1;
  }
}
