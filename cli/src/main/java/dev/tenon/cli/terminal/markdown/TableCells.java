package dev.tenon.cli.terminal.markdown;

import dev.tenon.cli.terminal.render.TableRows;
import java.util.ArrayList;
import java.util.List;

/// How a line of Markdown is a row of a table.
final class TableCells {
  private static final int MOST = 64;

  private TableCells() {}

  /// What stands between the bars; a bar after a backslash is text, and so is one within code.
  static List<String> split(String line) {
    String row = line.strip();
    int at = row.startsWith("|") ? 1 : 0;
    var cells = new ArrayList<String>();
    var cell = new StringBuilder();
    boolean closed = false;
    for (int i = at; i < row.length(); i++) {
      char c = row.charAt(i);
      closed = false;
      if (c == '\\' && i + 1 < row.length() && row.charAt(i + 1) == '|') {
        cell.append('|');
        i++;
      } else if (c == '`') {
        int end = codeEnd(row, i);
        cell.append(row.substring(i, end).replace("\\|", "|"));
        i = end - 1;
      } else if (c == '|' && cells.size() < MOST) {
        cells.add(cell.toString().strip());
        cell.setLength(0);
        closed = true;
      } else {
        cell.append(c);
      }
    }
    if (!closed) {
      cells.add(cell.toString().strip());
    }
    return cells;
  }

  private static int codeEnd(String row, int at) {
    int open = at;
    while (open < row.length() && row.charAt(open) == '`') {
      open++;
    }
    int close = row.indexOf(row.substring(at, open), open);
    return close < 0 ? open : close + open - at;
  }

  /// What the line below the head says; empty if this is not such a line.
  static List<TableRows.Alignment> alignments(String line) {
    var alignments = new ArrayList<TableRows.Alignment>();
    if (line.indexOf('-') < 0 || !(line.indexOf('|') >= 0 || line.indexOf(':') >= 0)) {
      return alignments;
    }
    for (String cell : split(line)) {
      boolean left = cell.startsWith(":");
      boolean right = cell.endsWith(":") && cell.length() > 1;
      String dashes = cell.substring(left ? 1 : 0, cell.length() - (right ? 1 : 0));
      if (dashes.isEmpty() || !dashes.chars().allMatch(c -> c == '-')) {
        return new ArrayList<>();
      }
      alignments.add(
          right
              ? left ? TableRows.Alignment.CENTRE : TableRows.Alignment.RIGHT
              : TableRows.Alignment.LEFT);
    }
    return alignments;
  }
}
