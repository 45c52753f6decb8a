package dev.tenon.cli.args;

import dev.tenon.engine.problem.Nearest;
import dev.tenon.engine.problem.QuotedValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Decides whether what was parsed is allowed, and words every complaint about a command line.
final class ArgumentCheck {
  private final Grammar grammar;
  private final Command command;

  ArgumentCheck(Grammar grammar, Command command) {
    this.grammar = grammar;
    this.command = command;
  }

  void check(List<String> operands, Map<String, List<String>> given) throws UsageException {
    for (String name : given.keySet()) {
      Option option = grammar.option(name);
      if (option != null && !grammar.accepts(command, option)) {
        throw new UsageException(
            option.dashed()
                + " does not go with '"
                + grammar.invocation(command)
                + "'; its options: "
                + help(command));
      }
    }
    List<Operand> places = command.operands();
    for (int i = 0; i < places.size(); i++) {
      Operand place = places.get(i);
      if (i >= operands.size()) {
        boolean excused = place.unless() != null && given.containsKey(place.unless().name());
        if (place.need() == Operand.Need.REQUIRED && !excused) {
          throw missingOperand(place);
        }
      } else {
        choice(place.name(), place.choices(), operands.get(i));
      }
    }
    boolean open = !places.isEmpty() && places.getLast().need() == Operand.Need.REPEATED;
    if (operands.size() > places.size() && !open) {
      throw new UsageException(
          "'"
              + grammar.invocation(command)
              + "' has no place for "
              + QuotedValue.of(operands.get(places.size()))
              + "; quote text with spaces, or see "
              + help(command));
    }
  }

  private UsageException missingOperand(Operand place) {
    String allowed =
        place.choices().isEmpty() ? "" : " (" + String.join(", ", place.choices()) + ")";
    return new UsageException(
        "'"
            + grammar.invocation(command)
            + "' needs "
            + place.name()
            + allowed
            + "; see "
            + help(command));
  }

  private String help(Command about) {
    return "'" + grammar.invocation(about) + " --help'";
  }

  static void value(Option option, String shown, String value) throws UsageException {
    switch (option.kind()) {
      case FLAG, OPTIONAL_TEXT -> {}
      case TEXT, TEXTS -> {
        if (value.isEmpty()) {
          throw new UsageException(shown + " needs " + option.placeholder() + ", was empty");
        }
      }
      case FILE, DIRECTORY -> {
        if (value.isEmpty() || value.indexOf('\0') >= 0) {
          throw new UsageException(
              shown + " needs " + option.placeholder() + ", was " + QuotedValue.of(value));
        }
      }
      case NUMBER -> number(option, shown, value);
      case CHOICE -> choice(shown, option.choices(), value);
      case ASSIGNMENT -> {
        // The value may be a secret, so it is not repeated.
        if (value.indexOf('=') < 1) {
          throw new UsageException(
              shown
                  + " needs KEY=VALUE, like "
                  + shown
                  + " retry.maxRetries=5; 'tenon config' lists the keys");
        }
      }
    }
  }

  private static void number(Option option, String shown, String value) throws UsageException {
    try {
      long number = Long.parseLong(value);
      if (number >= option.min() && number <= option.max()) {
        return;
      }
    } catch (NumberFormatException notANumber) {
      // Complained about below, in the same words as a number out of range.
    }
    throw new UsageException(
        shown
            + " must be "
            + option.min()
            + ".."
            + option.max()
            + ", was "
            + QuotedValue.of(value));
  }

  private static void choice(String shown, List<String> choices, String value)
      throws UsageException {
    if (choices.isEmpty() || choices.contains(value)) {
      return;
    }
    throw new UsageException(
        shown
            + " must be one of "
            + String.join(", ", choices)
            + "; was "
            + QuotedValue.of(value)
            + Nearest.hint(value, choices));
  }

  static void once(Map<String, List<String>> given, Option option, String shown)
      throws UsageException {
    if (given.containsKey(option.name())) {
      throw new UsageException(shown + " was given more than once; give it once");
    }
  }

  static UsageException missingValue(Option option, String shown, @Nullable String next) {
    String follows =
        next == null
            ? ""
            : ", but "
                + QuotedValue.of(next)
                + " follows; a value that begins with a dash is written "
                + option.dashed()
                + "=…";
    String allowed =
        option.choices().isEmpty() ? "" : " (" + String.join(", ", option.choices()) + ")";
    return new UsageException(shown + " needs " + option.placeholder() + allowed + follows);
  }

  static UsageException unknownCommand(Grammar grammar, String word) {
    String near = Nearest.hint(word, grammar.commandNames());
    return new UsageException(
        "unknown command "
            + QuotedValue.of(word)
            + near
            + (near.isEmpty()
                ? "; commands: "
                    + String.join(", ", grammar.commandNames())
                    + "; to ask it as a prompt: "
                    + grammar.program()
                    + " -p "
                    + QuotedValue.of(word)
                : " (" + grammar.program() + " --help lists them)"));
  }

  static UsageException unknownOption(Grammar grammar, @Nullable Command command, String name) {
    var names = new ArrayList<String>();
    List<Option> options = command == null ? grammar.allOptions() : grammar.options(command);
    for (Option option : options) {
      names.add(option.name());
    }
    return new UsageException(
        "unknown option "
            + QuotedValue.of("--" + name)
            + Nearest.to(name, names).map(near -> "; did you mean '--" + near + "'?").orElse("")
            + " ("
            + grammar.invocation(command == null ? grammar.main() : command)
            + " --help lists them)");
  }

  static UsageException unknownLetter(Grammar grammar, String word, int at) {
    String whole = word.length() > 2 ? " in " + QuotedValue.of(word) : "";
    Option meant = word.length() > 2 ? grammar.option(nameOf(word)) : null;
    return new UsageException(
        "unknown option "
            + QuotedValue.of("-" + word.charAt(at))
            + whole
            + (meant == null ? "" : "; did you mean '" + meant.dashed() + "'?")
            + " ("
            + grammar.program()
            + " --help lists them)");
  }

  private static String nameOf(String word) {
    int equals = word.indexOf('=');
    return word.substring(1, equals < 0 ? word.length() : equals);
  }
}
