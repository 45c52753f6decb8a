package dev.tenon.cli.args;

import dev.tenon.cli.args.Command.Example;
import java.util.ArrayList;
import java.util.List;

/// Writes help from a [Grammar]: plain text in two aligned columns, wrapped to a width.
public final class HelpText {
  private static final int NARROWEST = 80;
  private static final int WIDEST = 100;
  // A left column grows to this; what is longer stands on a line of its own.
  private static final int LEFT_MOST = 30;
  private static final int EXAMPLE_MOST = 45;

  private final Grammar grammar;
  private final int width;
  private final StringBuilder out = new StringBuilder(4096);

  private HelpText(Grammar grammar, int width) {
    this.grammar = grammar;
    this.width = Math.clamp(width, NARROWEST, WIDEST);
  }

  /// Help for the whole program. The width is that of the terminal; lines are wrapped between 80
  /// and 100 columns.
  public static String of(Grammar grammar, int width) {
    var help = new HelpText(grammar, width);
    help.program();
    return help.out.toString();
  }

  /// Help for one command.
  public static String of(Grammar grammar, Command command, int width) {
    if (command.name().isEmpty()) {
      return of(grammar, width);
    }
    var help = new HelpText(grammar, width);
    help.command(command);
    return help.out.toString();
  }

  private record Row(String left, String right) {}

  private void program() {
    paragraph(grammar.summary());
    section("Usage");
    line(usage(grammar.main()));
    line(grammar.program() + " COMMAND [OPTIONS] …");
    var commands = new ArrayList<Row>();
    for (Command command : grammar.commands()) {
      commands.add(new Row(command.name() + operands(command), command.summary()));
    }
    table("Commands", commands);
    table("Options", rows(grammar.main().options()));
    table("Options of every command", rows(grammar.shared()));
    var variables = new ArrayList<Row>();
    for (Grammar.Variable variable : grammar.environment()) {
      variables.add(new Row(variable.name(), variable.description()));
    }
    table("Environment", variables);
    examples(grammar.main().examples());
    out.append('\n');
    paragraph("'" + grammar.program() + " COMMAND --help' explains one command.");
  }

  private void command(Command command) {
    paragraph(command.summary() + ".");
    if (!command.details().isEmpty()) {
      out.append('\n');
      paragraph(command.details());
    }
    section("Usage");
    line(usage(command));
    var operands = new ArrayList<Row>();
    for (Operand operand : command.operands()) {
      operands.add(new Row(operand.name(), operand.description()));
    }
    table("Arguments", operands);
    table("Options", rows(command.options()));
    table("Options of every command", rows(grammar.shared()));
    examples(command.examples());
  }

  private String usage(Command command) {
    return grammar.invocation(command) + " [OPTIONS]" + operands(command);
  }

  private static String operands(Command command) {
    var text = new StringBuilder();
    for (Operand operand : command.operands()) {
      text.append(' ').append(operand.usage());
    }
    return text.toString();
  }

  private static List<Row> rows(List<Option> options) {
    var rows = new ArrayList<Row>();
    for (Option option : options) {
      rows.add(new Row(left(option), right(option)));
    }
    return rows;
  }

  private static String left(Option option) {
    var text = new StringBuilder();
    if (option.letter() == Option.NO_LETTER) {
      text.append("    ");
    } else {
      text.append('-').append(option.letter()).append(", ");
    }
    text.append(option.dashed());
    if (option.kind() == Option.Kind.OPTIONAL_TEXT) {
      text.append(" [").append(option.placeholder()).append(']');
    } else if (!option.isFlag()) {
      text.append(' ').append(option.placeholder());
    }
    return text.toString();
  }

  private static String right(Option option) {
    return option.choices().isEmpty()
        ? option.description()
        : option.description() + " [" + String.join(", ", option.choices()) + "]";
  }

  private void examples(List<Example> examples) {
    var rows = new ArrayList<Row>();
    for (Example example : examples) {
      rows.add(new Row(example.line(), example.meaning()));
    }
    table("Examples", rows, EXAMPLE_MOST);
  }

  private void section(String title) {
    out.append('\n').append(title).append(":\n");
  }

  private void line(String text) {
    out.append("  ").append(text).append('\n');
  }

  private void paragraph(String text) {
    wrap(text, 0, 0);
  }

  private void table(String title, List<Row> rows) {
    table(title, rows, LEFT_MOST);
  }

  private void table(String title, List<Row> rows, int most) {
    if (rows.isEmpty()) {
      return;
    }
    section(title);
    int left = 0;
    for (Row row : rows) {
      if (row.left().length() <= most) {
        left = Math.max(left, row.left().length());
      }
    }
    int indent = left == 0 ? 6 : left + 4;
    for (Row row : rows) {
      out.append("  ").append(row.left());
      int column = row.left().length() + 2;
      if (column + 2 > indent) {
        out.append('\n');
        column = 0;
      }
      wrap(row.right(), column, indent);
    }
  }

  /// Appends words from `column` on, each line beginning at `indent`, and ends the line.
  private void wrap(String text, int column, int indent) {
    int at = column;
    boolean fresh = true;
    for (String word : text.split(" ", -1)) {
      if (!fresh && at + 1 + word.length() > width) {
        out.append('\n');
        at = 0;
        fresh = true;
      }
      if (fresh) {
        out.repeat(' ', Math.max(0, indent - at));
        at = Math.max(at, indent);
      } else {
        out.append(' ');
        at++;
      }
      out.append(word);
      at += word.length();
      fresh = false;
    }
    out.append('\n');
  }
}
