package dev.tenon.cli.terminal.code;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The lexer of all languages that a section of the table describes. At every place the first rule
/// that fits takes its piece, and none looks back.
final class CodeLexer implements Highlighter.Lexer {
  private static final int CHARACTER = 12;
  private static final String OPERATORS = "+-*/%=<>!&|^~?";
  private static final String PUNCTUATION = "()[]{},;.:";

  private final Language language;

  /// What the last line left open, and how deep.
  private Language.@Nullable Delimiter open;

  private int depth;

  /// The word that ends a text within a shell script; null outside of one.
  private @Nullable String heredoc;

  private String line = "";
  private List<Token> tokens = List.of();

  CodeLexer(Language language) {
    this.language = language;
  }

  @Override
  public Highlighter.Lexer copy() {
    var other = new CodeLexer(language);
    other.open = open;
    other.depth = depth;
    other.heredoc = heredoc;
    return other;
  }

  @Override
  public void line(String text, List<Token> into) {
    line = text;
    tokens = into;
    int at = 0;
    String waiting = null;
    if (heredoc != null) {
      add(0, line.length(), Token.Kind.STRING);
      heredoc = line.strip().equals(heredoc) ? null : heredoc;
      return;
    }
    if (open == null) {
      at = lineStart();
    }
    while (at < line.length()) {
      if (open != null) {
        at = delimited(at, at, open);
        continue;
      }
      if (language.is("heredoc") && line.startsWith("<<", at) && waiting == null) {
        waiting = heredocWord(at);
        if (waiting != null) {
          add(at, at + 2, Token.Kind.OPERATOR);
          at += 2;
          continue;
        }
      }
      at = next(at);
    }
    heredoc = open == null ? waiting : null;
  }

  private void add(int start, int end, Token.Kind kind) {
    if (end > start) {
      tokens.add(new Token(start, end, kind));
    }
  }

  /// What has a meaning only as the first thing in its line; answers where the rest begins.
  private int lineStart() {
    int at = 0;
    while (at < line.length() && (line.charAt(at) == ' ' || line.charAt(at) == '\t')) {
      at++;
    }
    if (at == line.length()) {
      return at;
    }
    char first = line.charAt(at);
    if (language.is("directives") && first == '#') {
      int end = at + 1;
      while (end < line.length() && line.charAt(end) == ' ') {
        end++;
      }
      end = nameEnd(end);
      add(at, end, Token.Kind.KEYWORD);
      return include(end);
    }
    if (language.is("sections") && first == '[') {
      int end = line.indexOf(']', at);
      add(at, end < 0 ? line.length() : lastBracket(end), Token.Kind.TYPE);
      return end < 0 ? line.length() : lastBracket(end);
    }
    if (language.is("linekeys")) {
      return lineKey(at);
    }
    if (language.is("targets") && at == 0) {
      return target();
    }
    return at;
  }

  private int lastBracket(int at) {
    return line.startsWith("]]", at) ? at + 2 : at + 1;
  }

  /// `#include <stdio.h>`
  private int include(int at) {
    int start = line.indexOf('<', at);
    int end = line.indexOf('>', at);
    if (line.substring(0, at).endsWith("include") && start >= 0 && end > start) {
      add(start, end + 1, Token.Kind.STRING);
      return end + 1;
    }
    return at;
  }

  /// `- name: value`, with any characters in an unquoted name.
  private int lineKey(int from) {
    int at = from;
    while (line.startsWith("- ", at)) {
      add(at, at + 1, Token.Kind.OPERATOR);
      at += 2;
    }
    if (at >= line.length() || "\"'#{[&*!|>".indexOf(line.charAt(at)) >= 0) {
      return at;
    }
    int colon = line.indexOf(':', at);
    while (colon >= 0 && colon + 1 < line.length() && line.charAt(colon + 1) != ' ') {
      colon = line.indexOf(':', colon + 1);
    }
    int comment = line.indexOf(" #", at);
    if (colon < 0 || (comment >= 0 && comment < colon)) {
      return at;
    }
    add(at, colon, Token.Kind.VARIABLE);
    return colon + 1;
  }

  /// `all: main.o` and `NAME := value`
  private int target() {
    int colon = line.indexOf(':');
    int equals = line.indexOf('=');
    if (line.startsWith("\t") || line.startsWith("#")) {
      return 0;
    }
    if (colon > 0 && (equals < 0 || colon + 1 < equals)) {
      add(0, colon, Token.Kind.FUNCTION);
      return colon + 1;
    }
    int end = nameEnd(0);
    if (equals > 0 && end > 0 && end <= equals) {
      add(0, end, Token.Kind.VARIABLE);
      return end;
    }
    return 0;
  }

  /// Takes what stands here and answers where it ends.
  private int next(int at) {
    char c = line.charAt(at);
    if (c == ' ' || c == '\t') {
      return at + 1;
    }
    if (comment(at)) {
      add(at, line.length(), Token.Kind.COMMENT);
      return line.length();
    }
    for (Language.Delimiter each : language.delimiters) {
      if (line.startsWith(each.open(), at)
          && (each.reach() != Language.Reach.CHARACTER || character(at, each))) {
        return opened(at, at, each);
      }
    }
    if (Character.isDigit(c) || (c == '.' && digitAt(at + 1))) {
      return number(at);
    }
    if (language.sigils.indexOf(c) >= 0) {
      return sigil(at);
    }
    if (language.annotations.indexOf(c) >= 0 && nameEnd(at + 1) > at + 1) {
      int end = nameEnd(at + 1);
      while (end < line.length() && line.charAt(end) == '.' && nameEnd(end + 1) > end + 1) {
        end = nameEnd(end + 1);
      }
      add(at, end, Token.Kind.TYPE);
      return end;
    }
    if (c == ':' && language.is("symbols") && nameEnd(at + 1) > at + 1) {
      add(at, nameEnd(at + 1), Token.Kind.STRING);
      return nameEnd(at + 1);
    }
    if (c == '#' && language.is("hashes") && nameEnd(at + 1) > at + 1) {
      add(at, nameEnd(at + 1), Token.Kind.NUMBER);
      return nameEnd(at + 1);
    }
    if (Character.isLetter(c) || c == '_' || language.nameCharacters.indexOf(c) >= 0) {
      return name(at);
    }
    if (c == '/' && language.is("regex") && regexEnd(at) > at) {
      add(at, regexEnd(at), Token.Kind.STRING);
      return regexEnd(at);
    }
    if (OPERATORS.indexOf(c) >= 0) {
      int end = at + 1;
      while (end < line.length() && OPERATORS.indexOf(line.charAt(end)) >= 0 && !comment(end)) {
        end++;
      }
      add(at, end, Token.Kind.OPERATOR);
      return end;
    }
    if (PUNCTUATION.indexOf(c) >= 0) {
      add(at, at + 1, Token.Kind.PUNCTUATION);
    }
    return at + 1;
  }

  private boolean comment(int at) {
    for (String mark : language.lineComments) {
      if (line.startsWith(mark, at)
          && (!language.is("spacedcomment")
              || at == 0
              || Character.isWhitespace(line.charAt(at - 1)))
          // A longer mark that opens a block comes first.
          && language.delimiters.stream()
              .noneMatch(
                  each ->
                      each.open().length() > mark.length()
                          && each.open().startsWith(mark)
                          && line.startsWith(each.open(), at))) {
        return true;
      }
    }
    return false;
  }

  private boolean digitAt(int at) {
    return at < line.length() && Character.isDigit(line.charAt(at));
  }

  /// `'a'` or `'\n'`, and not `'static`.
  private boolean character(int at, Language.Delimiter mark) {
    if (at + 2 >= line.length()) {
      return false;
    }
    if (line.charAt(at + 1) == '\\') {
      int close = line.indexOf(mark.close(), at + 3);
      return close > 0 && close - at <= CHARACTER;
    }
    int c = line.codePointAt(at + 1);
    return line.startsWith(mark.close(), at + 1 + Character.charCount(c));
  }

  /// A delimited piece begins here; its token began a little before if it has a prefix.
  private int opened(int from, int at, Language.Delimiter mark) {
    depth = 1;
    return delimited(from, at + mark.open().length(), mark);
  }

  private int delimited(int from, int start, Language.Delimiter mark) {
    int at = start;
    while (at < line.length()) {
      char c = line.charAt(at);
      if (c == mark.escape() && c != 0) {
        at += 2;
      } else if (line.startsWith(mark.close(), at)) {
        at += mark.close().length();
        depth--;
        if (depth == 0) {
          open = null;
          return delimitedEnd(from, at, mark.kind());
        }
      } else if (mark.reach() == Language.Reach.NESTED && line.startsWith(mark.open(), at)) {
        at += mark.open().length();
        depth++;
      } else {
        at++;
      }
    }
    boolean goesOn = mark.reach() == Language.Reach.LINES || mark.reach() == Language.Reach.NESTED;
    open = goesOn ? mark : null;
    add(from, line.length(), mark.kind());
    return line.length();
  }

  private int delimitedEnd(int from, int end, Token.Kind kind) {
    boolean isKey = kind == Token.Kind.STRING && keyFollows(end);
    add(from, end, isKey ? Token.Kind.VARIABLE : kind);
    return end;
  }

  private boolean keyFollows(int end) {
    if (language.key.isEmpty()) {
      return false;
    }
    int at = end;
    while (at < line.length() && line.charAt(at) == ' ') {
      at++;
    }
    return line.startsWith(language.key, at) && !line.startsWith("==", at);
  }

  private int number(int at) {
    int end = at + 1;
    while (end < line.length()) {
      char c = line.charAt(end);
      boolean sign = (c == '+' || c == '-') && "eEpP".indexOf(line.charAt(end - 1)) >= 0;
      boolean hex = line.startsWith("0x", at) || line.startsWith("0X", at);
      boolean point = c == '.' && digitAt(end + 1);
      if (Character.isLetterOrDigit(c) || c == '_' || c == '%' || point || (sign && !hex)) {
        end++;
      } else {
        break;
      }
    }
    add(at, end, Token.Kind.NUMBER);
    return end;
  }

  /// `$name`, `${name}`, `@@name`
  private int sigil(int at) {
    int start = at + 1;
    while (start < line.length() && language.sigils.indexOf(line.charAt(start)) >= 0) {
      start++;
    }
    int end = start;
    if (start < line.length() && line.charAt(start) == '{') {
      int close = line.indexOf('}', start);
      end = close < 0 ? start : close + 1;
    } else {
      while (end < line.length()
          && (Character.isLetterOrDigit(line.charAt(end)) || line.charAt(end) == '_')) {
        end++;
      }
      if (end == start && start < line.length() && "?!#*@-".indexOf(line.charAt(start)) >= 0) {
        end++;
      }
    }
    if (end > start) {
      add(at, end, Token.Kind.VARIABLE);
      return end;
    }
    return start;
  }

  private int nameEnd(int at) {
    int end = at;
    while (end < line.length()) {
      char c = line.charAt(end);
      if (!Character.isLetterOrDigit(c) && c != '_' && language.nameCharacters.indexOf(c) < 0) {
        break;
      }
      end++;
    }
    return end;
  }

  private int name(int at) {
    int end = nameEnd(at);
    if (end == at) {
      return at + 1;
    }
    if (end < line.length() && end - at <= 2 && allIn(at, end, language.prefixes)) {
      for (Language.Delimiter each : language.delimiters) {
        if (each.kind() == Token.Kind.STRING && line.startsWith(each.open(), end)) {
          boolean raw = !language.rawPrefixes.isEmpty() && anyIn(at, end, language.rawPrefixes);
          Language.Delimiter mark =
              raw
                  ? new Language.Delimiter(
                      each.open(), each.close(), each.kind(), (char) 0, each.reach())
                  : each;
          return opened(at, end, mark);
        }
      }
    }
    String word = line.substring(at, end);
    String looked = language.is("ignorecase") ? word.toLowerCase(Locale.ROOT) : word;
    Token.Kind kind = language.words.get(looked);
    boolean member = at > 0 && line.charAt(at - 1) == '.';
    if (language.is("instructions") && !line.substring(0, at).isBlank() && !looked.equals("as")) {
      kind = null;
    }
    if (kind == null || (member && kind != Token.Kind.FUNCTION)) {
      kind = unlisted(word, at, end);
    }
    if (kind != null) {
      add(at, end, kind);
    }
    return end;
  }

  private Token.@Nullable Kind unlisted(String word, int at, int end) {
    if (keyFollows(end)) {
      return Token.Kind.VARIABLE;
    }
    if (language.is("macros") && line.startsWith("!", end) && !line.startsWith("!=", end)) {
      return Token.Kind.FUNCTION;
    }
    if (language.is("calls") && line.startsWith("(", end)) {
      boolean made = language.is("capitals") && Character.isUpperCase(word.charAt(0));
      return made ? Token.Kind.TYPE : Token.Kind.FUNCTION;
    }
    boolean capital = Character.isUpperCase(word.charAt(0));
    return language.is("capitals") && capital && at < end ? Token.Kind.TYPE : null;
  }

  private boolean allIn(int from, int to, String characters) {
    for (int i = from; i < to; i++) {
      if (characters.indexOf(line.charAt(i)) < 0) {
        return false;
      }
    }
    return true;
  }

  private boolean anyIn(int from, int to, String characters) {
    for (int i = from; i < to; i++) {
      if (characters.indexOf(line.charAt(i)) >= 0) {
        return true;
      }
    }
    return false;
  }

  /// Where the regular expression that begins here ends; `at` if this is a division.
  private int regexEnd(int at) {
    int before = at - 1;
    while (before >= 0 && line.charAt(before) == ' ') {
      before--;
    }
    if (before >= 0 && "(,=:[!&|?{};+>".indexOf(line.charAt(before)) < 0) {
      return at;
    }
    boolean inClass = false;
    for (int i = at + 1; i < line.length(); i++) {
      char c = line.charAt(i);
      if (c == '\\') {
        i++;
      } else if (c == '[') {
        inClass = true;
      } else if (c == ']') {
        inClass = false;
      } else if (c == '/' && !inClass) {
        int end = i + 1;
        while (end < line.length() && Character.isLetter(line.charAt(end))) {
          end++;
        }
        return end;
      }
    }
    return at;
  }

  /// The word that ends the text which `<<WORD` announces; null if this is a shift.
  private @Nullable String heredocWord(int at) {
    int start = at + 2;
    while (start < line.length() && "-~'\"".indexOf(line.charAt(start)) >= 0) {
      start++;
    }
    int end = start;
    while (end < line.length()
        && (Character.isLetterOrDigit(line.charAt(end)) || line.charAt(end) == '_')) {
      end++;
    }
    boolean word = end > start && !Character.isDigit(line.charAt(start));
    boolean capital = end > start && Character.isUpperCase(line.charAt(start));
    return word && (capital || (language.is("spacedcomment") && start > at + 2))
        ? line.substring(start, end)
        : null;
  }
}
