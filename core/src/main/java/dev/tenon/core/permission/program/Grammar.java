package dev.tenon.core.permission.program;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The options of a program that are known to do no harm, and what its operands are. An option that
/// is not in it is not understood. Immutable.
///
/// As text, traits and options stand in one line. Traits are words. `-ab` are letters, `-k:` a
/// letter with a value, `-f<` one whose value is a file to read, `-i?` one whose value must be
/// attached, `-#` digits. `--long`, `--long=`, `--long<` and `--long?` are the same for long names,
/// `--long==` takes two values. `!` at the end says that the option replaces the first operand.
final class Grammar {
  /// What becomes of the value of an option.
  enum Value {
    NONE,
    TEXT,
    FILE,
    ATTACHED,
    TWO
  }

  /// An option.
  ///
  /// @param first whether the first operand is an ordinary one if it is given
  record Option(Value value, boolean first) {}

  private final Map<String, Option> options = new HashMap<>();
  private final Set<String> traits;

  private Grammar(Set<String> traits) {
    this.traits = traits;
  }

  static Grammar of(String line) {
    var traits = new java.util.HashSet<String>();
    var grammar = new Grammar(traits);
    for (String token : line.trim().split(" +", -1)) {
      if (token.startsWith("-")) {
        grammar.option(token);
      } else if (!token.isEmpty()) {
        traits.add(token);
      }
    }
    return grammar;
  }

  private void option(String token) {
    boolean first = token.endsWith("!");
    String rest = first ? token.substring(0, token.length() - 1) : token;
    Value value = Value.NONE;
    if (rest.endsWith("==")) {
      value = Value.TWO;
      rest = rest.substring(0, rest.length() - 2);
    } else if (":=".indexOf(rest.charAt(rest.length() - 1)) >= 0) {
      value = Value.TEXT;
    } else if (rest.endsWith("<")) {
      value = Value.FILE;
    } else if (rest.endsWith("?")) {
      value = Value.ATTACHED;
    }
    if (value != Value.NONE && value != Value.TWO) {
      rest = rest.substring(0, rest.length() - 1);
    }
    if (rest.startsWith("--")) {
      options.put(rest, new Option(value, first));
      return;
    }
    for (int i = 1; i < rest.length(); i++) {
      options.put(rest.substring(i, i + 1), new Option(value, first));
    }
  }

  @Nullable Option letter(char letter) {
    Option option = options.get(String.valueOf(letter));
    return option == null && letter >= '0' && letter <= '9' ? options.get("#") : option;
  }

  /// Only the whole name counts: what an abbreviation means depends on the options that are not
  /// known here.
  @Nullable Option name(String name) {
    return options.get(name);
  }

  /// Whether nothing that it could be told makes it do more than read.
  boolean free() {
    return traits.contains("free");
  }

  boolean has(String trait) {
    return traits.contains(trait);
  }
}
