package dev.tenon.cli.terminal.theme;

/// The signs that a theme may change.
public enum SymbolKey {
  ASSISTANT("assistant", 1),
  CALL("call", 3),
  OK("ok", 3),
  FAILED("failed", 3),
  WARNING("warning", 3),
  BULLET("bullet", 1),
  BAR("bar", 1),
  ELLIPSIS("ellipsis", 3),
  LINE_BREAK("lineBreak", 3),
  DOT("dot", 3),
  PERSON("person", 1),
  STOPPED("stopped", 3),
  RULE("rule", 1),
  MINUS("minus", 1),
  BOX_OPEN("boxOpen", 3),
  BOX_CHECKED("boxChecked", 3);

  private final String key;
  private final int most;

  SymbolKey(String key, int most) {
    this.key = key;
    this.most = most;
  }

  /// Its name in a file.
  public String key() {
    return key;
  }

  /// The most columns that it may take.
  int most() {
    return most;
  }
}
