package dev.tenon.cli.terminal.screen;

import java.util.ArrayList;
import java.util.List;

/// Rows of ours that have left a window which got too small for them. They are the last ones in the
/// terminal's history: when the window grows, most terminals show them again, right above its first
/// row until then. What is known of them is a lower bound, so that nothing else is taken for ours.
final class ScrolledRows {
  /// From top to bottom.
  private final List<Integer> widths = new ArrayList<>();

  boolean isEmpty() {
    return widths.isEmpty();
  }

  void forget() {
    widths.clear();
  }

  /// The window shows so many rows less than there are.
  ///
  /// @param all how wide each is, as the terminal remembers it
  /// @param columns how wide the window is
  void left(List<Integer> all, int columns, int count) {
    int rest = count;
    for (int wide : all) {
      int rows = SentFrame.broken(wide, columns);
      if (rest <= 0) {
        return;
      }
      // Of a row that was broken the beginning may be gone and the rest not.
      widths.add(rows <= rest ? wide : rest * columns);
      rest -= rows;
    }
  }

  /// How many rows they are in a window so wide.
  int count(int columns) {
    int count = 0;
    for (int wide : widths) {
      count += SentFrame.broken(wide, columns);
    }
    return count;
  }

  /// The last ones, so many, are in the window again.
  void returned(int columns, int count) {
    int rest = count;
    while (rest > 0 && !widths.isEmpty()) {
      int wide = widths.removeLast();
      int rows = SentFrame.broken(wide, columns);
      if (rows > rest) {
        widths.add((rows - rest) * columns);
      }
      rest -= rows;
    }
  }
}
