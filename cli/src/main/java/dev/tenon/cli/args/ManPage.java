package dev.tenon.cli.args;

import dev.tenon.cli.args.Command.Example;
import java.util.List;
import java.util.Locale;

/// The manual page, made from a [Grammar], so that it says what the parser accepts. It is written
/// in the `man` macros alone, which every reader of manual pages knows.
public final class ManPage {
  private final Grammar grammar;
  private final StringBuilder out = new StringBuilder(16_384);

  private ManPage(Grammar grammar) {
    this.grammar = grammar;
  }

  /// @param date of the page, which stands at its foot
  public static String of(Grammar grammar, String version, String date) {
    var page = new ManPage(grammar);
    page.write(version, date);
    return page.out.toString();
  }

  private void write(String version, String date) {
    String name = grammar.program();
    macro("TH", name.toUpperCase(Locale.ROOT), "1", date, name + " " + version, "");
    macro("SH", "NAME");
    text(name + " - " + grammar.summary());
    macro("SH", "SYNOPSIS");
    synopsis(grammar.main());
    for (Command command : grammar.commands()) {
      out.append(".br\n");
      synopsis(command);
    }
    macro("SH", "DESCRIPTION");
    text(sentence(grammar.main().summary()));
    operands(grammar.main());
    macro("SH", "OPTIONS");
    options(grammar.main().options());
    macro("SS", "Options of every command");
    options(grammar.shared());
    macro("SH", "COMMANDS");
    for (Command command : grammar.commands()) {
      macro("SS", grammar.invocation(command));
      text(sentence(command.summary()));
      if (!command.details().isEmpty()) {
        out.append(".PP\n");
        text(command.details());
      }
      operands(command);
      options(command.options());
      examples(command.examples());
    }
    macro("SH", "ENVIRONMENT");
    for (Grammar.Variable variable : grammar.environment()) {
      item("\\fB" + escaped(variable.name()) + "\\fR", variable.description());
    }
    if (!grammar.main().examples().isEmpty()) {
      macro("SH", "EXAMPLES");
      examples(grammar.main().examples());
    }
  }

  private void synopsis(Command command) {
    out.append("\\fB").append(escaped(grammar.invocation(command))).append("\\fR [OPTIONS]");
    for (Operand operand : command.operands()) {
      out.append(' ').append(escaped(operand.usage()));
    }
    out.append('\n');
  }

  private void operands(Command command) {
    for (Operand operand : command.operands()) {
      item("\\fI" + escaped(operand.name()) + "\\fR", operand.description());
    }
  }

  private void options(List<Option> options) {
    for (Option option : options) {
      var left = new StringBuilder();
      for (String spelling : Completions.spellings(option)) {
        left.append(left.isEmpty() ? "" : ", ").append("\\fB").append(escaped(spelling));
        left.append("\\fR");
      }
      if (option.kind() == Option.Kind.OPTIONAL_TEXT) {
        left.append(" [\\fI").append(escaped(option.placeholder())).append("\\fR]");
      } else if (!option.isFlag()) {
        left.append(" \\fI").append(escaped(option.placeholder())).append("\\fR");
      }
      String choices = option.choices().isEmpty() ? "" : String.join(", ", option.choices());
      item(
          left.toString(),
          choices.isEmpty() ? option.description() : option.description() + " [" + choices + "]");
    }
  }

  private void examples(List<Example> examples) {
    for (Example example : examples) {
      item("\\fB" + escaped(example.line()) + "\\fR", example.meaning());
    }
  }

  private void item(String left, String description) {
    out.append(".TP\n").append(left).append('\n');
    text(sentence(description));
  }

  private void text(String words) {
    out.append(escaped(words)).append('\n');
  }

  private void macro(String name, String... arguments) {
    out.append('.').append(name);
    for (String argument : arguments) {
      out.append(" \"").append(escaped(argument).replace("\"", "\\(dq")).append('"');
    }
    out.append('\n');
  }

  private static String sentence(String words) {
    return words.isEmpty() || words.endsWith(".") ? words : words + ".";
  }

  /// Text in which nothing is a request: backslashes, hyphens that are meant to be typed, and a dot
  /// or quote at the beginning of a line.
  private static String escaped(String words) {
    String plain =
        words.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq").replace("…", "...");
    return plain.startsWith(".") ? "\\&" + plain : plain;
  }
}
