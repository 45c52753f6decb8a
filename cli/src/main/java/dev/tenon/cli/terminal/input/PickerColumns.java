package dev.tenon.cli.terminal.input;

import dev.tenon.cli.terminal.render.Style;
import dev.tenon.cli.terminal.screen.Clusters;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The rows of a picker's items in columns: those that fit the width, with the characters marked
/// that were searched for.
final class PickerColumns<T> {
  private static final int GAP = 2;

  /// The main column keeps this much before another one is shown.
  private static final int LEAST_MAIN = 24;

  /// Less of a column tells nothing.
  private static final int LEAST_PART = 8;

  private final PickerSpec<T> spec;

  /// The widest cell of each column that was shown so far, so that rows do not dance.
  private final int[] widest;

  PickerColumns(PickerSpec<T> spec) {
    this.spec = spec;
    this.widest = new int[spec.columns.size()];
  }

  void forget() {
    Arrays.fill(widest, 0);
  }

  /// Measures all items, where that is wanted.
  void measure(List<T> items) {
    if (spec.named) {
      for (T item : items) {
        for (int column = 0; column < widest.length; column++) {
          widest[column] = Math.max(widest[column], Clusters.width(spec.cell(column, item)));
        }
      }
    }
  }

  List<String> rows(List<T> items, int from, int to, int marked, String query, int width) {
    var cells = new ArrayList<List<String>>();
    for (int i = from; i < to; i++) {
      var row = new ArrayList<String>();
      for (int column = 0; column < widest.length; column++) {
        String cell = spec.cell(column, items.get(i));
        row.add(cell);
        widest[column] = Math.max(widest[column], Clusters.width(cell));
      }
      cells.add(row);
    }
    int[] widths = widths(Math.max(1, width - GAP));
    var out = new ArrayList<String>();
    for (int i = from; i < to; i++) {
      List<String> row = cells.get(i - from);
      List<Set<Integer>> positions = RowSearch.positions(query, searched(row));
      Style style = i == marked ? Style.ACCENT : spec.style.apply(items.get(i)).orElse(null);
      out.add(row(row, widths, positions, style, i == marked, width));
    }
    return out;
  }

  /// What of a row a search looks at.
  private List<String> searched(List<String> row) {
    var cells = new ArrayList<String>(row);
    for (int i = 0; i < cells.size(); i++) {
      if (!spec.columns.get(i).searched()) {
        cells.set(i, "");
      }
    }
    return cells;
  }

  /// How wide each column is; 0 for those that are left out, the last ones first.
  private int[] widths(int room) {
    int[] widths = new int[widest.length];
    int main = spec.main;
    int kept = spec.named ? room : Math.min(LEAST_MAIN, room);
    int least = Math.min(Math.max(widest[main], 1), kept);
    int left = room - least;
    for (int column = 0; column < widths.length; column++) {
      int wanted = Math.min(widest[column], spec.columns.get(column).most());
      if (column != main && wanted > 0 && wanted + GAP <= left) {
        widths[column] = wanted;
        left -= wanted + GAP;
      } else if (column != main && wanted > 0) {
        widths[column] = left - GAP >= LEAST_PART ? left - GAP : 0;
        break;
      }
    }
    int rest = room;
    for (int column = 0; column < widths.length; column++) {
      rest -= column == main || widths[column] == 0 ? 0 : widths[column] + GAP;
    }
    widths[main] = Math.clamp(widest[main], 1, Math.max(1, rest));
    return widths;
  }

  private String row(
      List<String> cells,
      int[] widths,
      List<Set<Integer>> positions,
      @Nullable Style style,
      boolean marked,
      int width) {
    var out = new StringBuilder();
    var front = new RowText(spec.look.palette(), width);
    front.add(style, marked ? spec.look.glyphs().person + " " : "  ");
    out.append(front.painted());
    int used = front.width();
    int gap = 0;
    for (int column = 0; column < cells.size(); column++) {
      if (widths[column] == 0) {
        continue;
      }
      int room = Math.min(widths[column], width - used - gap);
      if (room <= 0) {
        break;
      }
      out.append(" ".repeat(gap));
      used += gap;
      var cell = new RowText(spec.look.palette(), room);
      Style painted = style != null || column == spec.main ? style : Style.DIM;
      paint(cell, cells.get(column), positions.get(column), painted);
      out.append(cell.painted());
      used += cell.width();
      gap = GAP + widths[column] - cell.width();
    }
    return out.toString();
  }

  private void paint(RowText row, String text, Set<Integer> positions, @Nullable Style style) {
    if (Clusters.width(text) <= row.left()) {
      Marked.add(row, text, positions, style);
      return;
    }
    String ellipsis = spec.look.glyphs().ellipsis;
    int room = row.left() - Clusters.width(ellipsis);
    // A name tells most at its end, a sentence at its beginning.
    int front = text.indexOf(' ') < 0 ? room / 3 : room;
    int end = 0;
    int cells = 0;
    while (end < text.length()) {
      int next = Clusters.next(text, end);
      cells += Clusters.widthOfOne(text, end, next);
      if (cells > front) {
        break;
      }
      end = next;
    }
    Marked.add(row, text.substring(0, end), positions, style);
    row.add(style, ellipsis);
    int rest = end;
    while (Clusters.width(text, rest, text.length()) > Math.min(room - front, row.left())) {
      rest = Clusters.next(text, rest);
    }
    Set<Integer> shifted = new HashSet<>();
    for (int position : positions) {
      shifted.add(position - rest);
    }
    Marked.add(row, text.substring(rest), shifted, style);
  }
}
