package dev.tenon.cli.terminal.editor;

import dev.tenon.cli.terminal.input.Key;

/// Which of several things is chosen, and which of them are to be seen.
final class Choices {
  static final int MOST_ROWS = 8;

  private int size;
  private int selected;
  private int first;
  private boolean moved;

  void restart(int count) {
    size = count;
    selected = 0;
    first = 0;
    moved = false;
  }

  void select(int index) {
    selected = Math.clamp(index, 0, Math.max(0, size - 1));
  }

  int selected() {
    return selected;
  }

  /// Whether the person has chosen, and not only looked.
  boolean moved() {
    return moved;
  }

  /// The first one to be seen when there is room for so many.
  int first(int rows) {
    first = Math.clamp(first, Math.max(0, selected - rows + 1), selected);
    return first;
  }

  /// Whether the key moves the choice.
  boolean press(Key key) {
    int by =
        switch (key) {
          case Key.Named named ->
              switch (named) {
                case UP -> -1;
                case DOWN -> 1;
                case PAGE_UP -> -MOST_ROWS;
                case PAGE_DOWN -> MOST_ROWS;
                default -> 0;
              };
          case Key.Chord chord ->
              chord.modifier() != Key.Modifier.CONTROL
                  ? 0
                  : chord.letter() == 'p' ? -1 : chord.letter() == 'n' ? 1 : 0;
          default -> 0;
        };
    if (by == 0 || size == 0) {
      return by != 0;
    }
    moved = true;
    boolean page = Math.abs(by) > 1;
    selected = page ? Math.clamp(selected + by, 0, size - 1) : Math.floorMod(selected + by, size);
    return true;
  }
}
