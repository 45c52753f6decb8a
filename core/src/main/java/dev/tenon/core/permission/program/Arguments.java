package dev.tenon.core.permission.program;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A program's words read by its [Grammar], as `getopt_long` reads them: letters in bundles, values
/// attached or as the next word, options behind operands. Where programs differ in their reading,
/// there is no answer.
final class Arguments<W extends Argument<W>> {
  private final Grammar grammar;
  private final List<W> words;
  private final List<Given<W>> given = new ArrayList<>();
  private final List<W> operands = new ArrayList<>();
  private final List<W> files = new ArrayList<>();
  private boolean replaced;
  private boolean sure = true;
  private int at;

  /// An option that was given.
  ///
  /// @param name a letter, or a long name with its dashes
  record Given<W>(String name, @Nullable W value) {}

  private Arguments(Grammar grammar, List<W> words) {
    this.grammar = grammar;
    this.words = words;
  }

  /// Reads the words behind the program's name; empty unless all of them are understood.
  static <W extends Argument<W>> Optional<Arguments<W>> read(Grammar grammar, List<W> words) {
    var arguments = new Arguments<>(grammar, words);
    return arguments.readAll() ? Optional.of(arguments) : Optional.empty();
  }

  List<Given<W>> given() {
    return given;
  }

  List<W> operands() {
    return operands;
  }

  /// The values of options that name files to read.
  List<W> files() {
    return files;
  }

  /// Whether an option was given that stands for the first operand.
  boolean replaced() {
    return replaced;
  }

  /// Whether every word is known to be an option, a value or an operand.
  boolean sure() {
    return sure;
  }

  boolean has(String name) {
    for (Given<W> each : given) {
      if (each.name.equals(name)) {
        return true;
      }
    }
    return false;
  }

  private boolean readAll() {
    boolean ended = false;
    at = 1;
    while (at < words.size()) {
      W word = words.get(at);
      String text = word.text();
      if (ended) {
        operands.add(word);
      } else if (word.splitting() || word.open()) {
        // It might be any option. Of one that is a name of a file, all that is known is harmless.
        boolean harmless = grammar.free() && (grammar.has("text") || !word.unknown());
        if (!harmless) {
          return false;
        }
        operands.add(word);
        sure = false;
      } else if (text.equals("--")) {
        ended = true;
      } else if (text.length() < 2 || text.charAt(0) != '-') {
        operands.add(word);
        // Others stop looking for options here.
        ended = grammar.has("stops");
      } else if (!operands.isEmpty() && grammar.has("few")) {
        return false;
      } else if (!(text.startsWith("--") ? name(word) : bundle(word))) {
        return false;
      }
      at++;
    }
    return true;
  }

  private boolean name(W word) {
    String text = word.text();
    int equals = text.indexOf('=');
    String name = equals < 0 ? text : text.substring(0, equals);
    Grammar.Option option = grammar.name(name);
    if (option == null) {
      return false;
    }
    boolean attached = equals >= 0;
    return switch (option.value()) {
      case NONE -> !attached && add(name, option, null);
      case ATTACHED -> add(name, option, attached ? word.from(equals + 1) : null);
      case TEXT, FILE ->
          attached
              ? add(name, option, word.from(equals + 1))
              : next() && add(name, option, taken());
      case TWO ->
          !attached && next() && add(name, option, taken()) && next() && add(name, option, taken());
    };
  }

  private boolean bundle(W word) {
    String text = word.text();
    if (digits(text) && grammar.name("#") != null) {
      return add("#", new Grammar.Option(Grammar.Value.NONE, false), null);
    }
    for (int i = 1; i < text.length(); i++) {
      String name = text.substring(i, i + 1);
      Grammar.Option option = grammar.letter(text.charAt(i));
      if (option == null) {
        return false;
      }
      boolean last = i + 1 == text.length();
      switch (option.value()) {
        case NONE -> {
          add(name, option, null);
          if (!last && grammar.has("single")) {
            return false;
          }
        }
        case ATTACHED -> {
          return add(name, option, last ? null : word.from(i + 1));
        }
        case TEXT, FILE -> {
          if (last) {
            return next() && add(name, option, taken());
          }
          return !grammar.has("apart") && add(name, option, word.from(i + 1));
        }
        case TWO -> {
          return false;
        }
      }
    }
    return true;
  }

  /// Goes to the word that is the value of an option. One that looks like an option itself is taken
  /// by some and refused by others; no matter where nothing could do harm.
  private boolean next() {
    at++;
    if (at >= words.size() || words.get(at).splitting()) {
      return false;
    }
    W value = words.get(at);
    String text = value.text();
    boolean many = value.many();
    boolean dash = value.open() || (text.length() > 1 && text.charAt(0) == '-' && !digits(text));
    if (many) {
      // Only the first of its names is the value.
      files.add(value);
      sure = false;
    }
    return grammar.free() || (!dash && !many);
  }

  private static boolean digits(String text) {
    for (int i = 1; i < text.length(); i++) {
      if (text.charAt(i) < '0' || text.charAt(i) > '9') {
        return false;
      }
    }
    return true;
  }

  private W taken() {
    return words.get(at);
  }

  private boolean add(String name, Grammar.Option option, @Nullable W value) {
    given.add(new Given<>(name, value));
    replaced |= option.first();
    if (option.value() == Grammar.Value.FILE && value != null) {
      files.add(value);
    }
    return true;
  }
}
