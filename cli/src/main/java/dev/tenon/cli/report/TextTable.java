package dev.tenon.cli.report;

import java.util.List;

/// Rows in aligned columns, two spaces apart.
public final class TextTable {
  private TextTable() {}

  public static String of(List<List<String>> rows) {
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
