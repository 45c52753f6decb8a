package dev.tenon.cli.terminal.screen;

import java.util.List;

/// A frame that the terminal may have read after it had broken its rows anew.
///
/// @param before what stood there when the frame was made
/// @param moved how many rows down its sequences have moved the cursor, without the text
/// @param passed the text above that was written since `before`
/// @param above the text above that this frame has written
record SentFrame(Layout before, int moved, String passed, String above) {

  /// Rows below the text and the cursor in them.
  ///
  /// @param widths of the rows, as the terminal remembers them
  /// @param columns the width they were made for
  record Layout(List<Integer> widths, int row, int column, int columns) {

    /// How many rows above the cursor they begin in a terminal that has got so wide.
    int up(int width) {
      if (width >= columns) {
        return row;
      }
      // A cursor at the very end of a row stays in it.
      int up = Math.max(0, column - 1) / width;
      for (int i = 0; i < row; i++) {
        up += broken(widths.get(i), width);
      }
      return up;
    }

    /// How many rows of its own row are below the cursor then.
    int rest(int width) {
      int rows = row < widths.size() ? broken(widths.get(row), width) : 1;
      return Math.max(0, rows - 1 - Math.max(0, column - 1) / width);
    }
  }

  /// How many rows of a window so wide a row takes.
  static int broken(int wide, int width) {
    return Math.max(1, (wide + width - 1) / width);
  }

  /// How far the cursor is below the place where the rows began, if the terminal was so wide when
  /// it read the frame.
  int below(int width) {
    int rows = before.up(width) + moved;
    for (int at = 0; at < passed.length(); ) {
      int end = passed.indexOf('\n', at);
      int next = end < 0 ? passed.length() : end + 1;
      rows += broken(StyledText.width(passed.substring(at, next).stripTrailing()), width);
      at = next;
    }
    return rows;
  }

  /// It was taken back by moving up so many rows.
  SentFrame takenBack(int up) {
    return new SentFrame(before, moved - up, passed, "");
  }

  /// Another one behind it.
  SentFrame then(int down, String text) {
    return new SentFrame(before, moved + down, passed + text, text);
  }
}
