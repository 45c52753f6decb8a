package dev.tenon.cli.terminal.code;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// One section of the table of languages. Each of its lines is a rule: a word that says what it is
/// about, then what it consists of.
final class Language {
  private static final String TABLE = "languages.txt";

  /// Sections by every name and ending that they have.
  private static @Nullable Map<String, Language> known;

  final List<Delimiter> delimiters = new ArrayList<>();
  final List<String> lineComments = new ArrayList<>();
  final Map<String, Token.Kind> words = new HashMap<>();
  final Set<String> flags = new HashSet<>();

  /// Characters that belong to names beside letters, digits and `_`.
  String nameCharacters = "";

  /// Characters that begin a variable.
  String sigils = "";

  /// Characters that begin an annotation.
  String annotations = "";

  /// The letters that may stand in front of a string, and of those the ones that switch escapes
  /// off.
  String prefixes = "";

  String rawPrefixes = "";

  /// What makes the name or string before it a key.
  String key = "";

  /// Something that reaches from one mark to another.
  ///
  /// @param escape the character that takes the meaning of the next one; 0 if there is none
  record Delimiter(String open, String close, Token.Kind kind, char escape, Reach reach) {}

  /// How far a delimited piece may reach.
  enum Reach {
    /// To the end of its line at most.
    LINE,
    /// Over lines.
    LINES,
    /// Over lines, and it may stand within itself.
    NESTED,
    /// A few characters; otherwise its mark means something else.
    CHARACTER
  }

  private Language() {}

  /// By a name or an ending of files; null if there is none.
  static synchronized @Nullable Language named(String name) {
    if (known == null) {
      known = load();
    }
    return known.get(name.toLowerCase(Locale.ROOT));
  }

  boolean is(String flag) {
    return flags.contains(flag);
  }

  private static Map<String, Language> load() {
    var languages = new HashMap<String, Language>();
    try (InputStream in = Language.class.getResourceAsStream(TABLE)) {
      if (in == null) {
        throw new IllegalStateException(TABLE + " is not in the program");
      }
      Language language = new Language();
      for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8).split("\n", -1)) {
        if (line.startsWith("[")) {
          language = new Language();
          for (String name : words(line.substring(1, line.length() - 1))) {
            languages.put(name, language);
          }
        } else if (!line.isBlank() && !line.startsWith("#")) {
          language.rule(words(line), languages);
        }
      }
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
    return languages;
  }

  private static String[] words(String line) {
    return line.strip().split(" +", -1);
  }

  private void rule(String[] rule, Map<String, Language> languages) {
    switch (rule[0]) {
      case "like" -> like(java.util.Objects.requireNonNull(languages.get(rule[1])));
      case "comment" -> lineComments.addAll(rest(rule));
      case "block" -> delimiter(rule, Token.Kind.COMMENT, Reach.LINES);
      case "nested" -> delimiter(rule, Token.Kind.COMMENT, Reach.NESTED);
      case "string" -> delimiter(rule, Token.Kind.STRING, Reach.LINE);
      case "strings" -> delimiter(rule, Token.Kind.STRING, Reach.LINES);
      case "character" -> delimiter(rule, Token.Kind.STRING, Reach.CHARACTER);
      case "keywords" -> rest(rule).forEach(word -> words.put(word, Token.Kind.KEYWORD));
      case "types" -> rest(rule).forEach(word -> words.put(word, Token.Kind.TYPE));
      case "constants" -> rest(rule).forEach(word -> words.put(word, Token.Kind.NUMBER));
      case "functions" -> rest(rule).forEach(word -> words.put(word, Token.Kind.FUNCTION));
      case "flags" -> flags.addAll(rest(rule));
      case "names" -> nameCharacters = rule[1];
      case "sigils" -> sigils = rule[1];
      case "annotations" -> annotations = rule[1];
      case "prefixes" -> prefixes = rule[1];
      case "raw" -> rawPrefixes = rule[1];
      case "key" -> key = rule[1];
      default -> throw new IllegalStateException(TABLE + ": " + rule[0]);
    }
  }

  /// `open close [escape]`; the longest opening mark is tried first.
  private void delimiter(String[] rule, Token.Kind kind, Reach reach) {
    char escape = rule.length > 3 ? rule[3].charAt(0) : 0;
    delimiters.add(new Delimiter(rule[1], rule[2], kind, escape, reach));
    delimiters.sort((a, b) -> b.open().length() - a.open().length());
  }

  private static List<String> rest(String[] rule) {
    return List.of(rule).subList(1, rule.length);
  }

  private void like(Language other) {
    delimiters.addAll(other.delimiters);
    lineComments.addAll(other.lineComments);
    words.putAll(other.words);
    flags.addAll(other.flags);
    nameCharacters = other.nameCharacters;
    sigils = other.sigils;
    annotations = other.annotations;
    prefixes = other.prefixes;
    rawPrefixes = other.rawPrefixes;
    key = other.key;
  }
}
