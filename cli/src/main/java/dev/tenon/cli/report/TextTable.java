package dev.tenon.cli.report;

import dev.tenon.cli.terminal.render.Page;
import dev.tenon.cli.terminal.render.SafeText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Rows in aligned columns, two spaces apart.
public final class TextTable {
  private TextTable() {}

  /// @param reach a person gets every cell on its line, with everything in it visible
  public static String of(List<List<String>> cells, Page.Reach reach) {
    return of(cells, reach, 0);
  }

  /// The same, or where that is wider than the terminal each row as lines with the names of its
  /// columns, which stand in the first row.
  ///
  /// @param width of the terminal; 0 where rows may be of any length
  public static String of(List<List<String>> cells, Page.Reach reach, int width) {
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
    boolean fits = width <= 0 || Arrays.stream(widths).sum() + 2 * (columns - 1) <= width;
    return fits ? aligned(rows, widths) : records(rows);
  }

  private static String records(List<List<String>> rows) {
    List<String> names = rows.getFirst();
    var out = new StringBuilder();
    for (List<String> row : rows.subList(1, rows.size())) {
      for (int i = 0; i < row.size(); i++) {
        if (!row.get(i).isEmpty()) {
          String name = names.get(i).isEmpty() ? "" : names.get(i) + ": ";
          out.append(i == 0 ? "" : "  ").append(name).append(row.get(i)).append('\n');
        }
      }
    }
    return out.toString();
  }

  private static String aligned(List<List<String>> rows, int[] widths) {
    int columns = widths.length;
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
