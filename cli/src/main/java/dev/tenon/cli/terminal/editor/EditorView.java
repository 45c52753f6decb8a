package dev.tenon.cli.terminal.editor;

import dev.tenon.cli.terminal.editor.text.Document;
import dev.tenon.cli.terminal.editor.text.Document.Span;
import dev.tenon.cli.terminal.editor.text.Pastes;
import dev.tenon.cli.terminal.editor.text.RowLayout;
import dev.tenon.cli.terminal.input.RowText;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.Palette;
import dev.tenon.cli.terminal.render.Style;
import dev.tenon.cli.terminal.screen.Clusters;
import dev.tenon.cli.terminal.screen.Rows;
import java.util.ArrayList;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The rows of the text: a sign in front of the first one, the others below it; those around the
/// cursor when there are more than the place has, with a sign where it goes on.
final class EditorView {
  private static final int MARGIN = 2;
  private static final int LEAST_ROWS = 3;

  private final Document document;
  private final RowLayout layout;
  private final DisplayOptions look;
  private int top;
  private int page = 1;

  EditorView(Document document, RowLayout layout, DisplayOptions look) {
    this.document = document;
    this.layout = layout;
    this.look = look;
  }

  /// How many rows were to be seen last.
  int page() {
    return page;
  }

  /// How many rows a text may take on a screen of this height.
  static int most(int rows) {
    return Math.max(1, Math.min(rows, Math.max(LEAST_ROWS, rows - 1)));
  }

  /// One cell at the end of each row is left to the cursor.
  private static int width(int columns) {
    return Math.max(2, columns - margin(columns) - 1);
  }

  private static int margin(int columns) {
    return columns < 6 ? 0 : MARGIN;
  }

  /// Breaks the text for a window of this width.
  void fit(int columns) {
    layout.update(width(columns));
  }

  /// @param height the most rows
  /// @param sign what stands in front of the first row
  Rows rows(int columns, int height, String sign) {
    fit(columns);
    int row = layout.rowOf(document.cursor());
    scroll(row, height);
    var lines = new ArrayList<String>();
    Optional<Span> selection = document.selection();
    for (int i = top; i < top + height && layout.has(i); i++) {
      boolean above = i == top && top > 0;
      boolean below = i == top + height - 1 && layout.has(i + 1);
      String front = above || below ? RowText.ellipsis(look.glyphs()) : i == 0 ? sign : " ";
      lines.add(paint(i, front, above || below, selection, columns));
    }
    page = lines.size();
    int column = margin(columns) + layout.column(document.cursor());
    return new Rows(
        lines,
        Optional.of(new Rows.Caret(row - top, Math.clamp(column, 0, Math.max(0, columns - 1)))));
  }

  private void scroll(int row, int height) {
    if (row < top) {
      top = row;
    } else if (row >= top + height) {
      top = row - height + 1;
    }
    // No empty rows below while there is text above.
    while (top > 0 && !layout.has(top + height - 1)) {
      top--;
    }
  }

  private String paint(int row, String front, boolean cut, Optional<Span> selection, int columns) {
    var out = new RowText(look.palette(), Math.max(columns, 1));
    if (margin(columns) > 0) {
      boolean command = document.length() > 0 && document.text().charAt(0) == '!';
      out.add(cut ? Style.DIM : command ? Style.BASH_MODE : Style.PERSON, front);
      out.add(null, " ".repeat(Math.max(0, MARGIN - out.width())));
    }
    int end = layout.end(row);
    int column = 0;
    for (int at = layout.start(row); at < end; ) {
      int next = Clusters.next(document.text(), at);
      int cells = layout.cells(at, next, column);
      out.add(style(at, selection), shown(at, next, cells));
      column += cells;
      at = next;
    }
    if (end < document.length()
        && document.text().charAt(end) == '\n'
        && selected(end, selection)) {
      out.add(Style.SELECTED, " ");
    }
    return out.painted();
  }

  private String shown(int from, int to, int cells) {
    char c = document.text().charAt(from);
    if (c == '\t') {
      return " ".repeat(cells);
    }
    String shown = layout.shown(from, to);
    if (Clusters.width(shown) <= cells) {
      return shown;
    }
    var cut = new RowText(Palette.PLAIN, cells);
    cut.addCut(null, shown, RowText.ellipsis(look.glyphs()));
    return cut.painted();
  }

  private @Nullable Style style(int at, Optional<Span> selection) {
    if (selected(at, selection)) {
      return Style.SELECTED;
    }
    return Pastes.isAt(document.text(), at) ? Style.ACCENT : null;
  }

  private static boolean selected(int at, Optional<Span> selection) {
    return selection.isPresent() && at >= selection.get().from() && at < selection.get().to();
  }
}
