package dev.tenon.cli.terminal;

import dev.tenon.cli.slash.SlashCommands;

/// What kind of line a person has sent.
final class SentLine {
  private SentLine() {}

  /// Whether it is not for the model.
  static boolean isOurs(String text) {
    return SlashCommands.isCommand(text) || isShell(text) || leaves(text);
  }

  /// `!command` and `!!command`.
  static boolean isShell(String text) {
    return text.startsWith("!");
  }

  static boolean leaves(String text) {
    return text.equals("exit") || text.equals("quit");
  }
}
