package dev.tenon.core.workspace.regex;

/// How far a match may reach.
public enum MatchSpan {
  LINE,
  /// Over line ends, which are LF to the pattern whatever they are in the file.
  LINES
}
