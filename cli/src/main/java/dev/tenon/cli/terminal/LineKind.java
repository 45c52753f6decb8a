package dev.tenon.cli.terminal;

import dev.tenon.cli.slash.SlashCommands;

/// Whom a line is for that a person has typed.
final class LineKind {
  private LineKind() {}

  /// Whether it is not for the model.
  static boolean isOurs(String text) {
    return SlashCommands.isCommand(text) || isShell(text) || leaves(text);
  }

  static boolean isShell(String text) {
    return text.startsWith("!");
  }

  static boolean leaves(String text) {
    return text.equals("exit") || text.equals("quit");
  }
}
