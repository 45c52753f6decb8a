package dev.tenon.cli.args;

import java.util.ArrayList;
import java.util.List;

/// Completion scripts for shells, made from a [Grammar]. They are complete in themselves: pressing
/// Tab never starts the program.
public final class Completions {
  private Completions() {}

  /// The script for one of [TenonCommandLine#SHELLS].
  public static String script(Grammar grammar, String shell) {
    return switch (shell) {
      case "bash" -> new BashCompletion(grammar).script();
      case "zsh" -> new ZshCompletion(grammar).script();
      case "fish" -> new FishCompletion(grammar).script();
      default -> throw new IllegalArgumentException("no completion for the shell " + shell);
    };
  }

  /// The words an operand completes to.
  static List<String> words(Grammar grammar, Operand operand) {
    return operand.name().equals("COMMAND") ? grammar.commandNames() : operand.choices();
  }

  /// Both ways to write an option.
  static List<String> spellings(Option option) {
    return option.letter() == Option.NO_LETTER
        ? List.of(option.dashed())
        : List.of("-" + option.letter(), option.dashed());
  }

  static List<String> spellings(List<Option> options) {
    var all = new ArrayList<String>();
    for (Option option : options) {
      all.addAll(spellings(option));
    }
    return all;
  }

  /// A text in single quotes for a shell in which a quote inside is written `'\''`.
  static String quote(String text) {
    return "'" + text.replace("'", "'\\''") + "'";
  }
}
