package dev.tenon.cli.terminal.screen;

import java.util.ArrayList;
import java.util.List;

/// A line that still grows, in rows as the terminal will break it when it is whole. Only the last
/// row is broken again when something is added. Used by one thread at a time.
public final class UnfinishedLine {
  private static final String RESET = "\033[0m";

  private final StringBuilder text = new StringBuilder();
  private final List<String> rows = new ArrayList<>();

  /// Where the last row begins in the text, and what was switched on there.
  private int lastRow;

  private String carried = "";
  private int columns;

  public void add(String more) {
    text.append(more);
  }

  public boolean isEmpty() {
    return text.isEmpty();
  }

  /// Takes the whole line away.
  public String take() {
    String all = text.toString();
    clear();
    return all;
  }

  public void clear() {
    text.setLength(0);
    restart();
  }

  private void restart() {
    rows.clear();
    lastRow = 0;
    carried = "";
  }

  /// The rows for a terminal of this width.
  public List<String> rows(int width) {
    if (text.isEmpty()) {
      return List.of();
    }
    if (width != columns) {
      restart();
      columns = width;
    } else if (!rows.isEmpty()) {
      rows.removeLast();
    }
    lay(text.substring(lastRow));
    return List.copyOf(rows);
  }

  private void lay(String tail) {
    int begun = lastRow;
    var row = new StringBuilder(carried);
    var styles = new StringBuilder(carried);
    int width = 0;
    for (int i = 0; i < tail.length(); ) {
      int end = StyledText.next(tail, i);
      if (tail.charAt(i) == '\033') {
        String sequence = tail.substring(i, end);
        row.append(sequence);
        if (sequence.equals(RESET) || sequence.equals("\033[m")) {
          styles.setLength(0);
        } else {
          styles.append(sequence);
        }
        i = end;
        continue;
      }
      boolean tab = tail.charAt(i) == '\t';
      int wide = tab ? 8 - width % 8 : Clusters.widthOfOne(tail, i, end);
      if (width > 0 && width + wide > columns) {
        rows.add(row + (styles.isEmpty() ? "" : RESET));
        lastRow = begun + i;
        carried = styles.toString();
        row.setLength(0);
        row.append(carried);
        width = 0;
        wide = tab ? 8 : wide;
      }
      if (tab) {
        row.append(" ".repeat(Math.min(wide, columns)));
      } else {
        row.append(tail, i, end);
      }
      width += wide;
      i = end;
    }
    rows.add(row + (styles.isEmpty() ? "" : RESET));
  }
}
