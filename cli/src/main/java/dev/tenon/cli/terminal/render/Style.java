package dev.tenon.cli.terminal.render;

/// What a piece of text is, as far as its looks go. Each style knows how to switch itself on and
/// off, so that styles of different kinds nest.
public enum Style {
  BOLD("1", "22"),
  DIM("2", "22"),
  ITALIC("3", "23"),
  TITLE("1;4", "22;24"),
  HEADING("1", "22"),
  CODE("36", "39"),
  ACCENT("35", "39"),
  TOOL("34", "39"),
  PERSON("36", "39"),
  OK("32", "39"),
  WARNING("33", "39"),
  FAILURE("31", "39"),
  ADDED("32", "39"),
  REMOVED("31", "39"),
  /// What the person has selected.
  SELECTED("1;4;36", "22;24;39");

  private final String on;
  private final String off;

  Style(String on, String off) {
    this.on = "\033[" + on + "m";
    this.off = "\033[" + off + "m";
  }

  /// Whether a number of a control sequence is one that styles consist of; others hide or reset.
  static boolean has(int number) {
    return (number >= 1 && number <= 4)
        || (number >= 22 && number <= 24)
        || (number >= 31 && number <= 39);
  }

  String on() {
    return on;
  }

  String off() {
    return off;
  }
}
