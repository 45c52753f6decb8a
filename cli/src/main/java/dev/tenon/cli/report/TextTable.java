package dev.tenon.cli.report;

import dev.tenon.cli.terminal.render.Page;
import dev.tenon.cli.terminal.render.SafeText;
import java.util.ArrayList;
import java.util.List;

/// Rows in aligned columns, two spaces apart.
public final class TextTable {
  private TextTable() {}

  /// @param reach a person gets every cell on its line, with everything in it visible
  public static String of(List<List<String>> cells, Page.Reach reach) {
    var rows = new ArrayList<List<String>>(cells.size());
    for (List<String> row : cells) {
      var shown = new ArrayList<String>(row.size());
      for (String cell : row) {
        shown.add(SafeText.cell(cell, reach));
      }
      rows.add(shown);
    }
    int columns = rows.isEmpty() ? 0 : rows.getFirst().size();
    int[] widths = new int[columns];
    for (List<String> row : rows) {
      for (int i = 0; i < columns; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    var out = new StringBuilder();
    for (List<String> row : rows) {
      for (int i = 0; i < columns; i++) {
        out.append(row.get(i));
        if (i + 1 < columns) {
          out.repeat(' ', widths[i] + 2 - row.get(i).length());
        }
      }
      out.append('\n');
    }
    return out.toString();
  }
}
