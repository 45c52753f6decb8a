package dev.tenon.cli.terminal.editor.text;

/// The ways of the cursor over the rows of the screen. It keeps its column on the way through
/// shorter rows.
public final class Caret {
  private final Document document;
  private final RowLayout layout;
  private int wanted = -1;
  private int stoodAt = -1;

  public Caret(Document document, RowLayout layout) {
    this.document = document;
    this.layout = layout;
  }

  /// What happens to the text between the old and the new place.
  public enum Way {
    MOVE,
    SELECT
  }

  /// Moves so many rows; answers false at the first or the last row, where it stays.
  public boolean rows(int by, Way way) {
    int cursor = document.cursor();
    if (stoodAt != cursor || wanted < 0) {
      wanted = layout.column(cursor);
    }
    int row = layout.rowOf(cursor);
    int to = Math.max(0, row + by);
    if (by > 0 && !layout.has(to)) {
      to = layout.rowOf(document.length());
    }
    if (to == row) {
      return false;
    }
    go(layout.place(to, wanted), way);
    stoodAt = document.cursor();
    return true;
  }

  public void go(int place, Way way) {
    switch (way) {
      case MOVE -> document.moveTo(place);
      case SELECT -> document.selectTo(place);
    }
  }
}
