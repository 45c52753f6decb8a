package dev.tenon.cli.terminal.render;

import java.util.ArrayList;
import java.util.List;

/// A table with borders in a given width: columns shrink, the widest first, and cells are wrapped.
/// Where not even that fits, each row becomes a few lines of its own.
public final class TableRows {
  private static final int NARROWEST = 4;

  private final DisplayOptions look;
  private final List<String> header;
  private final List<Alignment> alignments;
  private final List<List<String>> cells;

  /// Where a column's text stands.
  public enum Alignment {
    LEFT,
    CENTRE,
    RIGHT
  }

  /// @param header painted cells; empty for a table without one
  /// @param alignments may be shorter than the header
  /// @param cells painted; rows may be shorter or longer than the header
  public TableRows(
      DisplayOptions look,
      List<String> header,
      List<Alignment> alignments,
      List<List<String>> cells) {
    this.look = look;
    this.header = header;
    this.alignments = alignments;
    this.cells = cells;
  }

  public List<String> rows(int columns) {
    int count = header.size();
    if (count == 0) {
      for (List<String> row : cells) {
        count = Math.max(count, row.size());
      }
    }
    int room = columns - 3 * count - 1;
    if (count == 0) {
      return List.of();
    }
    return room < NARROWEST * count ? stacked(columns) : bordered(widths(count, room));
  }

  /// As wide as the text wants; if that is too much, the widest columns give way.
  private int[] widths(int count, int room) {
    int[] wanted = new int[count];
    long sum = 0;
    int widest = 0;
    for (int i = 0; i < count; i++) {
      wanted[i] = Math.max(1, wanted(cell(header, i)));
      for (List<String> row : cells) {
        wanted[i] = Math.max(wanted[i], wanted(cell(row, i)));
      }
      sum += wanted[i];
      widest = Math.max(widest, wanted[i]);
    }
    if (sum <= room) {
      return wanted;
    }
    int low = 1;
    int high = widest;
    while (low < high) {
      int middle = (low + high + 1) / 2;
      if (sum(wanted, middle) <= room) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    long left = room - sum(wanted, low);
    for (int i = 0; i < count; i++) {
      boolean more = wanted[i] > low && left > 0;
      wanted[i] = Math.min(wanted[i], low) + (more ? 1 : 0);
      left -= more ? 1 : 0;
    }
    return wanted;
  }

  private static long sum(int[] widths, int limit) {
    long sum = 0;
    for (int width : widths) {
      sum += Math.min(width, limit);
    }
    return sum;
  }

  private static int wanted(String cell) {
    int widest = 0;
    for (String line : cell.split("\n", -1)) {
      widest = Math.max(widest, DisplayWidth.of(line));
    }
    return widest;
  }

  private static String cell(List<String> row, int index) {
    return index < row.size() ? row.get(index) : "";
  }

  private List<String> bordered(int[] widths) {
    var rows = new ArrayList<String>();
    rows.add(line(0, widths));
    if (!header.isEmpty()) {
      var bold = new ArrayList<String>();
      header.forEach(each -> bold.add(look.paint(Style.BOLD, each)));
      rows.addAll(row(bold, widths));
      if (!cells.isEmpty()) {
        rows.add(line(3, widths));
      }
    }
    var blocks = new ArrayList<List<String>>();
    boolean tall = false;
    for (List<String> each : cells) {
      List<String> block = row(each, widths);
      tall |= block.size() > 1;
      blocks.add(block);
    }
    for (int i = 0; i < blocks.size(); i++) {
      if (tall && i > 0) {
        rows.add(line(3, widths));
      }
      rows.addAll(blocks.get(i));
    }
    rows.add(line(6, widths));
    return rows;
  }

  private String line(int from, int[] widths) {
    String boxes = look.glyphs().boxes();
    var out = new StringBuilder().append(boxes.charAt(from));
    for (int i = 0; i < widths.length; i++) {
      out.repeat(boxes.charAt(9), widths[i] + 2);
      out.append(boxes.charAt(i + 1 == widths.length ? from + 2 : from + 1));
    }
    return look.paint(Style.BORDER_MUTED, out.toString());
  }

  private List<String> row(List<String> row, int[] widths) {
    var wrapped = new ArrayList<List<String>>();
    int height = 1;
    for (int i = 0; i < widths.length; i++) {
      var lines = new ArrayList<String>();
      for (String line : cell(row, i).split("\n", -1)) {
        lines.addAll(Wrap.exactly(line, widths[i]));
      }
      wrapped.add(lines);
      height = Math.max(height, lines.size());
    }
    String bar = look.paint(Style.BORDER_MUTED, look.glyphs().boxes().substring(10));
    var rows = new ArrayList<String>();
    for (int y = 0; y < height; y++) {
      var out = new StringBuilder(bar);
      for (int i = 0; i < widths.length; i++) {
        String text = y < wrapped.get(i).size() ? wrapped.get(i).get(y) : "";
        out.append(' ').append(aligned(text, widths[i], alignment(i))).append(' ').append(bar);
      }
      rows.add(out.toString());
    }
    return rows;
  }

  private Alignment alignment(int column) {
    return column < alignments.size() ? alignments.get(column) : Alignment.LEFT;
  }

  private static String aligned(String text, int width, Alignment alignment) {
    int spare = Math.max(0, width - DisplayWidth.of(text));
    int before =
        switch (alignment) {
          case LEFT -> 0;
          case CENTRE -> spare / 2;
          case RIGHT -> spare;
        };
    return " ".repeat(before) + text + " ".repeat(spare - before);
  }

  /// `header: value` one below the other, with a line between rows.
  private List<String> stacked(int columns) {
    var rows = new ArrayList<String>();
    for (List<String> row : cells.isEmpty() ? List.of(header) : cells) {
      if (!rows.isEmpty()) {
        rows.add("");
      }
      for (int i = 0; i < Math.max(row.size(), header.size()); i++) {
        String value = cell(row, i).replace('\n', ' ');
        String name = cells.isEmpty() ? "" : cell(header, i);
        String label = name.isEmpty() ? "" : look.paint(Style.BOLD, name + ":") + " ";
        rows.addAll(Wrap.rows(label + value, columns, "", "  "));
      }
    }
    return rows;
  }
}
