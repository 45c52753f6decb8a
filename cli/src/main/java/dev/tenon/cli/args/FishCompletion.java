package dev.tenon.cli.args;

import java.util.List;

/// Completion for fish.
final class FishCompletion {
  private final Grammar grammar;
  private final StringBuilder out = new StringBuilder(4096);

  FishCompletion(Grammar grammar) {
    this.grammar = grammar;
  }

  String script() {
    out.append("# fish completion for ").append(grammar.program()).append('\n');
    entry("", "-f");
    String bare = "not __fish_seen_subcommand_from " + String.join(" ", grammar.commandNames());
    for (Command command : grammar.commands()) {
      entry(bare, "-a " + quote(command.name()) + " -d " + quote(command.summary()));
    }
    for (Option option : grammar.shared()) {
      option("", option);
    }
    for (Option option : grammar.main().options()) {
      option(bare, option);
    }
    for (Command command : grammar.commands()) {
      String seen = "__fish_seen_subcommand_from " + command.name();
      for (Option option : command.options()) {
        option(seen, option);
      }
      for (Operand operand : command.operands()) {
        List<String> words = Completions.words(grammar, operand);
        if (!words.isEmpty()) {
          entry(
              seen, "-a " + quote(String.join(" ", words)) + " -d " + quote(operand.description()));
        }
      }
    }
    return out.toString();
  }

  private void option(String condition, Option option) {
    var text = new StringBuilder();
    if (option.letter() != Option.NO_LETTER) {
      text.append("-s ").append(option.letter()).append(' ');
    }
    text.append("-l ").append(option.name());
    switch (option.kind()) {
      case FLAG, OPTIONAL_TEXT -> {}
      case TEXT, TEXTS, NUMBER, ASSIGNMENT -> text.append(" -x");
      case CHOICE -> text.append(" -x -a ").append(quote(String.join(" ", option.choices())));
      case FILE -> text.append(" -r -F");
      case DIRECTORY -> text.append(" -x -a '(__fish_complete_directories)'");
    }
    text.append(" -d ").append(quote(option.description()));
    entry(condition, text.toString());
  }

  private void entry(String condition, String rest) {
    out.append("complete -c ").append(grammar.program()).append(' ');
    if (!condition.isEmpty()) {
      out.append("-n ").append(quote(condition)).append(' ');
    }
    out.append(rest).append('\n');
  }

  private static String quote(String text) {
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }
}
