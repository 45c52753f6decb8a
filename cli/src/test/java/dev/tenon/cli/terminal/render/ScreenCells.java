package dev.tenon.cli.terminal.render;

import java.util.ArrayList;
import java.util.List;
import org.jline.utils.ScreenTerminal;

/// What an emulated terminal shows, as text or with the look of its cells.
public final class ScreenCells {
  private ScreenCells() {}

  /// The rows without the blanks after them, and without the empty ones at the end.
  public static String text(ScreenTerminal screen, int columns, int rows) {
    return shown(screen, columns, rows, false);
  }

  /// The same with marks where the look changes, as `{38;#e5c07b bold}`.
  public static String coloured(ScreenTerminal screen, int columns, int rows) {
    return shown(screen, columns, rows, true);
  }

  private static String shown(ScreenTerminal screen, int columns, int rows, boolean coloured) {
    var cells = new long[columns * rows];
    screen.dump(cells, 0, 0, rows, columns, null);
    var out = new StringBuilder();
    for (int row = 0; row < rows; row++) {
      var line = new StringBuilder();
      String look = "";
      for (int column = 0; column < columns; column++) {
        long cell = cells[row * columns + column];
        if (coloured && !look(cell).equals(look)) {
          look = look(cell);
          line.append('{').append(look).append('}');
        }
        int c = ScreenTerminal.cellCodePoint(cell);
        line.appendCodePoint(c == 0 ? ' ' : c);
      }
      out.append(line.toString().stripTrailing()).append('\n');
    }
    return out.toString().stripTrailing();
  }

  private static String look(long cell) {
    List<String> look = new ArrayList<>();
    if (ScreenTerminal.cellHasForeground(cell)) {
      look.add("38;" + hex(ScreenTerminal.cellForeground(cell)));
    }
    if (ScreenTerminal.cellHasBackground(cell)) {
      look.add("48;" + hex(ScreenTerminal.cellBackground(cell)));
    }
    if (ScreenTerminal.cellBold(cell)) {
      look.add("bold");
    }
    if (ScreenTerminal.cellDim(cell)) {
      look.add("dim");
    }
    if (ScreenTerminal.cellItalic(cell)) {
      look.add("italic");
    }
    if (ScreenTerminal.cellUnderline(cell)) {
      look.add("underline");
    }
    if (ScreenTerminal.cellInverse(cell)) {
      look.add("inverse");
    }
    return String.join(" ", look);
  }

  private static String hex(int colour) {
    return "#%06x".formatted(ScreenTerminal.cellColorRgb(colour));
  }
}
