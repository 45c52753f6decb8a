package dev.tenon.cli.args;

import dev.tenon.engine.problem.QuotedValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Turns the words of a command line into [Arguments], by a [Grammar].
///
/// Understood are `--name value`, `--name=value`, `-n value`, `-nvalue`, `-n=value`, clusters of
/// short flags, and `--`, after which every word is an operand. Options may stand before or after
/// the command. The first word that is not an option is the command, unless an option with optional
/// text still waits for it, or the word has white space in it and so can only be a prompt.
public final class ArgumentParser {
  private final Grammar grammar;
  private final String[] words;
  private final Map<String, List<String>> given = new HashMap<>();
  private final List<String> operands = new ArrayList<>();
  private @Nullable Command command;
  private @Nullable Option waiting;
  private int next;

  private ArgumentParser(Grammar grammar, String[] words) {
    this.grammar = grammar;
    this.words = words;
  }

  public static Arguments parse(Grammar grammar, String... words) throws UsageException {
    return new ArgumentParser(grammar, words).parse();
  }

  private Arguments parse() throws UsageException {
    boolean optionsEnded = false;
    int before = -1;
    while (next < words.length) {
      String word = words[next++];
      if (optionsEnded) {
        operand(word, grammar.main());
      } else if (word.equals("--")) {
        optionsEnded = true;
        before = operands.size();
      } else if (word.startsWith("--")) {
        longOption(word);
      } else if (word.length() > 1 && word.charAt(0) == '-') {
        shortOptions(word);
      } else {
        operand(word, null);
      }
    }
    Command known = command == null ? grammar.main() : command;
    if (!given.containsKey(Grammar.HELP)) {
      new ArgumentCheck(grammar, known).check(operands, given);
    }
    int behind = before < 0 ? 0 : operands.size() - before;
    return new Arguments(known, operands, behind, given);
  }

  private void operand(String word, @Nullable Command otherwise) throws UsageException {
    if (command != null) {
      operands.add(word);
    } else if (waiting != null) {
      given.put(waiting.name(), List.of(word));
      waiting = null;
    } else if (otherwise != null || hasSpace(word, word.length())) {
      command = grammar.main();
      operands.add(word);
    } else {
      command = grammar.command(word);
      if (command == null) {
        throw ArgumentCheck.unknownCommand(grammar, word);
      }
    }
  }

  private void longOption(String word) throws UsageException {
    int equals = word.indexOf('=');
    String name = word.substring(2, equals < 0 ? word.length() : equals);
    Option option = grammar.option(name);
    if (option == null) {
      throw ArgumentCheck.unknownOption(grammar, command, name);
    }
    if (equals < 0) {
      give(option, option.dashed());
    } else {
      String value = word.substring(equals + 1);
      if (option.isFlag()) {
        throw new UsageException(
            option.dashed() + " takes no value, was " + QuotedValue.of(value) + "; give it alone");
      }
      add(option, option.dashed(), value);
    }
  }

  private void shortOptions(String word) throws UsageException {
    for (int i = 1; i < word.length(); i++) {
      Option option = grammar.option(word.charAt(i));
      if (option == null) {
        throw ArgumentCheck.unknownLetter(grammar, word, i);
      }
      String shown = "-" + word.charAt(i);
      if (option.isFlag() || i + 1 == word.length()) {
        give(option, shown);
      } else {
        int from = word.charAt(i + 1) == '=' ? i + 2 : i + 1;
        add(option, shown, word.substring(from));
        return;
      }
    }
  }

  /// An option whose value, if it has one, is the next word.
  private void give(Option option, String shown) throws UsageException {
    if (option.isFlag()) {
      given.put(option.name(), List.of());
      return;
    }
    String value = next < words.length ? words[next] : null;
    boolean missing = value == null || looksLikeOption(option, value);
    if (option.kind() == Option.Kind.OPTIONAL_TEXT) {
      if (missing || "-".equals(value)) {
        next += missing ? 0 : 1;
        ArgumentCheck.once(given, option, shown);
        given.put(option.name(), List.of());
        waiting = missing ? option : null;
        return;
      }
    } else if (missing) {
      throw ArgumentCheck.missingValue(option, shown, value);
    }
    next++;
    add(option, shown, value == null ? "" : value);
  }

  private void add(Option option, String shown, String value) throws UsageException {
    if (option.isRepeatable()) {
      ArgumentCheck.value(option, shown, value);
      List<String> before = given.get(option.name());
      List<String> values = before == null ? new ArrayList<>() : before;
      values.add(value);
      given.put(option.name(), values);
      return;
    }
    ArgumentCheck.once(given, option, shown);
    ArgumentCheck.value(option, shown, value);
    given.put(option.name(), List.of(value));
  }

  /// Whether a word in the place of a value is meant as an option. A text that only begins with a
  /// dash has white space before any `=`.
  private static boolean looksLikeOption(Option option, String word) {
    if (word.length() < 2 || word.charAt(0) != '-') {
      return false;
    }
    if (option.kind() == Option.Kind.NUMBER && Character.isDigit(word.charAt(1))) {
      return false;
    }
    int equals = word.indexOf('=');
    return !hasSpace(word, equals < 0 ? word.length() : equals);
  }

  private static boolean hasSpace(String word, int end) {
    for (int i = 0; i < end; i++) {
      if (Character.isWhitespace(word.charAt(i))) {
        return true;
      }
    }
    return false;
  }
}
