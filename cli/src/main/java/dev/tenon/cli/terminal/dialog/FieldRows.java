package dev.tenon.cli.terminal.dialog;

import dev.tenon.cli.terminal.input.TextField;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.DisplayWidth;
import dev.tenon.cli.terminal.render.SafeText;
import java.util.List;

/// What is written in a dialog, in rows: all of it, every character visible, so that nobody writes
/// what they cannot see.
///
/// @param row where the cursor stands in them
record FieldRows(List<String> rows, int row, int column) {

  /// @param start stands in front of what is written
  static FieldRows of(String start, TextField field, int room, DisplayOptions look) {
    String before = start + visible(field.before(), look);
    List<String> upTo = DisplayWidth.cut(before + "_", room);
    return new FieldRows(
        DisplayWidth.cut(before + visible(field.after(), look) + " ", room),
        upTo.size() - 1,
        DisplayWidth.of(upTo.getLast()) - 1);
  }

  /// Blanks at both ends stay, since the cursor may stand there.
  private static String visible(String text, DisplayOptions look) {
    String shown = SafeText.line("|" + text + "|", Integer.MAX_VALUE, look.glyphs());
    return shown.substring(1, shown.length() - 1);
  }
}
