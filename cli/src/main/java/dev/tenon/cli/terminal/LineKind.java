package dev.tenon.cli.terminal;

import dev.tenon.cli.slash.SlashCommands;

/// Whom a line is for that a person has typed.
record LineKind(SlashCommands commands, SessionHooks session) {

  /// Whether it is not for the model, or cannot be said to it while it works.
  boolean isOurs(String text) {
    return isCommand(text) || isSent(text) || isShell(text) || leaves(text);
  }

  /// Whether it is a command; a line that looks like one may be a prompt all the same.
  boolean isCommand(String text) {
    return SlashCommands.isCommand(text)
        && !isSent(text)
        && (commands.find(SlashCommands.name(text)).isPresent() || !session.isPrompt(text));
  }

  /// Whether it calls a prompt by its name, which is sent as it was typed.
  private boolean isSent(String text) {
    return SlashCommands.isCommand(text)
        && commands
            .find(SlashCommands.name(text))
            .filter(command -> command.isSent(SlashCommands.argument(text)))
            .isPresent();
  }

  static boolean isShell(String text) {
    return text.startsWith("!");
  }

  static boolean leaves(String text) {
    return text.equals("exit") || text.equals("quit");
  }
}
