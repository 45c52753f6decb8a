package dev.tenon.cli.args;

import java.util.ArrayList;
import java.util.List;

/// Completion for zsh, in terms of `_arguments`. Works as a file `_tenon` in `fpath` and sourced.
final class ZshCompletion {
  private final Grammar grammar;
  private final StringBuilder out = new StringBuilder(4096);

  ZshCompletion(Grammar grammar) {
    this.grammar = grammar;
  }

  String script() {
    String program = grammar.program();
    String function = "_" + program;
    out.append("#compdef ").append(program).append('\n');
    out.append(function).append("() {\n");
    line(1, "local curcontext=\"$curcontext\" state line");
    line(1, "local -a commands shared");
    line(1, "commands=(");
    for (Command command : grammar.commands()) {
      line(2, Completions.quote(command.name() + ":" + command.summary().replace(":", "\\:")));
    }
    line(1, ")");
    line(1, "shared=(");
    for (Option option : grammar.shared()) {
      line(2, specification(option));
    }
    line(1, ")");
    arguments(1, grammar.main().options(), List.of("'1: :->command'", "'*:: :->words'"));
    line(1, "case $state in");
    line(2, "command) _describe -t commands command commands ;;");
    line(2, "words)");
    line(3, "case $line[1] in");
    for (Command command : grammar.commands()) {
      line(4, command.name() + ")");
      arguments(5, command.options(), places(command));
      line(5, ";;");
    }
    line(3, "esac");
    line(3, ";;");
    line(1, "esac");
    out.append("}\n");
    out.append("if [[ $funcstack[1] == ").append(function).append(" ]]; then\n  ");
    out.append(function).append(" \"$@\"\nelse\n  compdef ").append(function).append(' ');
    out.append(program).append("\nfi\n");
    return out.toString();
  }

  private void arguments(int depth, List<Option> options, List<String> places) {
    line(depth, "_arguments -C -s $shared \\");
    for (Option option : options) {
      line(depth + 1, specification(option) + " \\");
    }
    line(depth + 1, places.isEmpty() ? "&& return" : String.join(" ", places) + " && return");
  }

  private List<String> places(Command command) {
    var places = new ArrayList<String>();
    int place = 1;
    for (Operand operand : command.operands()) {
      List<String> words = Completions.words(grammar, operand);
      String optional = operand.need() == Operand.Need.REQUIRED ? ":" : "::";
      String which = operand.need() == Operand.Need.REPEATED ? "*" : Integer.toString(place);
      String action = words.isEmpty() ? "_files" : "(" + String.join(" ", words) + ")";
      places.add(Completions.quote(which + optional + operand.name() + ":" + action));
      place++;
    }
    return places;
  }

  private static String specification(Option option) {
    String description =
        "["
            + option.description().replace("[", "\\[").replace("]", "\\]").replace(":", "\\:")
            + "]";
    String value =
        switch (option.kind()) {
          case FLAG -> "";
          case TEXT, TEXTS, NUMBER, ASSIGNMENT -> ":" + option.placeholder() + ": ";
          case OPTIONAL_TEXT -> "::" + option.placeholder() + ": ";
          case CHOICE ->
              ":" + option.placeholder() + ":(" + String.join(" ", option.choices()) + ")";
          case FILE -> ":" + option.placeholder() + ":_files";
          case DIRECTORY -> ":" + option.placeholder() + ":_files -/";
        };
    String repeat = option.isRepeatable() ? "*" : "";
    String longName = option.dashed() + (option.isFlag() ? "" : "=");
    if (option.letter() == Option.NO_LETTER) {
      return Completions.quote(repeat + longName + description + value);
    }
    String once =
        option.isRepeatable() ? "*" : "(-" + option.letter() + " " + option.dashed() + ")";
    String letter = "-" + option.letter() + (option.isFlag() ? "" : "+");
    return Completions.quote(once)
        + "{"
        + letter
        + ","
        + longName
        + "}"
        + Completions.quote(description + value);
  }

  private void line(int depth, String text) {
    out.repeat("  ", depth).append(text).append('\n');
  }
}
