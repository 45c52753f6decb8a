package dev.tenon.cli.terminal.screen;

/// Something that stands below the text: the editor, a dialog, the state of the work. It is asked
/// for its rows whenever a frame is painted.
public interface Panel {

  /// What to show in a place of this size; never more rows than that.
  Rows rows(int columns, int rows);
}
