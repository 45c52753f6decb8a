package dev.tenon.cli.terminal.editor;

public enum EditorState {
  IDLE,
  WORKING
}
