package dev.tenon.cli.terminal.editor.text;

import dev.tenon.cli.terminal.screen.Clusters;
import dev.tenon.core.text.VisibleText;
import java.util.Arrays;

/// Where the rows of a text begin when it is broken between words to a width. Rows are found as far
/// as they are needed, and those before a change are kept. Every character belongs to one row; a
/// line end belongs to the row that it ends. A cluster is never cut; a word that is longer than a
/// row is.
public final class RowLayout {
  public static final int TAB = 4;
  private static final char NON_JOINER = '\u200c';

  private final Document document;
  private int width;
  private int[] starts = new int[64];
  private int count;

  /// Whether the last row that is known is the last one there is.
  private boolean complete;

  public RowLayout(Document document) {
    this.document = document;
    this.width = 80;
    restart();
  }

  private void restart() {
    starts[0] = 0;
    count = 1;
    complete = false;
  }

  /// Makes rows of this many cells of the text as it is now.
  public void update(int cells) {
    int from = document.changedFrom();
    if (cells != width) {
      width = cells;
      restart();
    } else if (from != Integer.MAX_VALUE) {
      // A change may let the first word of its row go back to the row before; and where that one
      // begins may have depended on a wide character that found no place in it.
      int row = Math.max(0, known(from) - 2);
      count = row + 1;
      complete = false;
    }
  }

  /// The row among those known that has this place in it.
  private int known(int place) {
    int found = Arrays.binarySearch(starts, 0, count, place);
    return found >= 0 ? found : -found - 2;
  }

  public int width() {
    return width;
  }

  public int rowOf(int place) {
    while (!complete && starts[count - 1] <= place) {
      extend();
    }
    return known(place);
  }

  public boolean has(int row) {
    while (!complete && count <= row) {
      extend();
    }
    return row < count;
  }

  /// Where a row begins that there is.
  public int start(int row) {
    return has(row) ? starts[row] : document.length();
  }

  /// Where a row ends; its line end is not in it.
  public int end(int row) {
    int next = has(row + 1) ? starts[row + 1] : document.length();
    boolean broken = next > starts[row] && has(row + 1) && document.text().charAt(next - 1) == '\n';
    return broken ? next - 1 : next;
  }

  private void extend() {
    int next = breakAfter(starts[count - 1]);
    if (next < 0) {
      complete = true;
      return;
    }
    if (count == starts.length) {
      starts = Arrays.copyOf(starts, 2 * count);
    }
    starts[count++] = next;
  }

  /// Where the next row begins, or a negative number if this one is the last.
  private int breakAfter(int start) {
    CharSequence text = document.text();
    int length = text.length();
    int column = 0;
    int opportunity = -1;
    for (int at = start; at < length; ) {
      char c = text.charAt(at);
      if (c == '\n') {
        return at + 1;
      }
      int end = Clusters.next(text, at);
      int cells = cells(at, end, column);
      if (column + cells > width && at > start) {
        if (c == ' ') {
          // It stands in the cell that is left to the cursor, and the word before it stays.
          return end;
        }
        return opportunity > start ? opportunity : at;
      }
      column += cells;
      at = end;
      if (c == ' ' || c == '\t' || cells == 2) {
        opportunity = at;
      }
    }
    return -1;
  }

  /// How many cells a cluster takes that begins in a column.
  public int cells(int from, int to, int column) {
    CharSequence text = document.text();
    char c = text.charAt(from);
    if (c >= ' ' && c < 0x7f && to == from + 1) {
      return 1;
    }
    if (c == '\t') {
      return Math.min(width, TAB - column % TAB);
    }
    if (to == from + 1 && c >= 0x370 && c < 0xd7a4) {
      // Most of the writing that is not ASCII, without making a text of each character.
      if ((c >= 0x3041 && c < 0x3097) || (c >= 0x3400 && c < 0x9fff) || c >= 0xac00) {
        return Math.min(width, 2);
      }
      if (c < 0x483 && Character.isLetter(c)) {
        return 1;
      }
    }
    return Math.min(width, Clusters.width(shown(from, to)));
  }

  /// What stands on the screen for a cluster.
  public String shown(int from, int to) {
    CharSequence text = document.text();
    if (Pastes.isAt(text, from)) {
      return document.pastes().label(text.charAt(from));
    }
    if (text.charAt(to - 1) == NON_JOINER && to < text.length()) {
      // Whether it is hidden depends on what follows.
      String more = VisibleText.of(document.between(from, to + 1));
      return Character.isLetter(text.charAt(to))
          ? more.substring(0, more.length() - 1)
          : VisibleText.of(document.between(from, to));
    }
    return VisibleText.of(document.between(from, to));
  }

  /// The column of a place in its row.
  public int column(int place) {
    int column = 0;
    for (int at = start(rowOf(place)); at < place; ) {
      int end = Clusters.next(document.text(), at);
      column += cells(at, end, column);
      at = end;
    }
    return column;
  }

  /// The place in a row that is nearest to a column from the left.
  public int place(int row, int wanted) {
    int end = end(row);
    int column = 0;
    int at = start(row);
    while (at < end) {
      int next = Clusters.next(document.text(), at);
      int after = column + cells(at, next, column);
      if (after > wanted || (next == end && end == start(row + 1) && has(row + 1))) {
        break;
      }
      column = after;
      at = next;
    }
    return at;
  }
}
