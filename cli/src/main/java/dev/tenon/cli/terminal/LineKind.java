package dev.tenon.cli.terminal;

import dev.tenon.cli.slash.SlashCommands;

/// Whom a line is for that a person has typed.
record LineKind(SlashCommands commands, SessionHooks session) {

  /// Whether it is not for the model.
  boolean isOurs(String text) {
    return isCommand(text) || isShell(text) || leaves(text);
  }

  /// Whether it is a command; a line that looks like one may be a prompt all the same.
  boolean isCommand(String text) {
    return SlashCommands.isCommand(text)
        && (commands.find(SlashCommands.name(text)).isPresent() || !session.isPrompt(text));
  }

  static boolean isShell(String text) {
    return text.startsWith("!");
  }

  static boolean leaves(String text) {
    return text.equals("exit") || text.equals("quit");
  }
}
