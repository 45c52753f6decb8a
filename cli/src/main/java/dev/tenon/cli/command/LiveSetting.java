package dev.tenon.cli.command;

/// Where a setting is used, and thereby when a change of it holds in a conversation at a terminal.
enum LiveSetting {
  /// The keys of the editor.
  EDITOR,
  /// The line of state, the title, what calls a person.
  WINDOW,
  /// Colours and signs.
  LOOK,
  /// Looked up whenever it matters.
  ASKED_EACH_TIME,
  /// Everything else is read once.
  START;

  static LiveSetting of(String key) {
    if (key.equals("editor.keys") || key.startsWith("keys.")) {
      return EDITOR;
    }
    if (key.startsWith("statusLine.")) {
      return WINDOW;
    }
    if (key.startsWith("theme.")) {
      return LOOK;
    }
    return switch (key) {
      case "ui.title", "ui.notify" -> WINDOW;
      case "ui.theme", "ui.colorBlind", "ui.symbolPreset" -> LOOK;
      case "ask.timeoutSeconds", "ask.notify", "jobs.unaskedTurns" -> ASKED_EACH_TIME;
      default -> START;
    };
  }
}
