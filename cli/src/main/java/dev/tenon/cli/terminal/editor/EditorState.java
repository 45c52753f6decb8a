package dev.tenon.cli.terminal.editor;

/// What goes on while the person types.
public enum EditorState {
  IDLE,
  /// The model works: Enter steers it.
  WORKING
}
