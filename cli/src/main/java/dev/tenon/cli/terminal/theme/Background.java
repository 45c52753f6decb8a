package dev.tenon.cli.terminal.theme;

/// What the terminal's own background is like.
public enum Background {
  DARK,
  LIGHT
}
