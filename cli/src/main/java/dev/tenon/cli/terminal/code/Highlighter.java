package dev.tenon.cli.terminal.code;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Finds the tokens of code, one line after the other; what reaches over lines is remembered from
/// one to the next. It takes time in proportion to a line's length, whatever the line holds, and
/// looks at the beginning of a very long one only. Used by one thread at a time.
public final class Highlighter {
  /// Nobody reads colours further to the right.
  static final int LIMIT = 4_000;

  private static final int NO_NAME = 40;

  /// Takes lines in order.
  interface Lexer {
    void line(String line, List<Token> into);

    /// Another one in the same state.
    Lexer copy();
  }

  private final Lexer lexer;

  private Highlighter(Lexer lexer) {
    this.lexer = lexer;
  }

  /// For a language by its name or the ending of its files; nothing if it is not known.
  public static Optional<Highlighter> of(String name) {
    if (name.isEmpty() || name.length() > NO_NAME) {
      return Optional.empty();
    }
    Language language = Language.named(name);
    if (language == null) {
      return Optional.empty();
    }
    if (language.is("markup")) {
      return Optional.of(new Highlighter(new MarkupLexer()));
    }
    if (language.is("diff")) {
      return Optional.of(new Highlighter(LineLexer.DIFF));
    }
    if (language.is("markdown")) {
      return Optional.of(new Highlighter(LineLexer.MARKDOWN));
    }
    return Optional.of(new Highlighter(new CodeLexer(language)));
  }

  /// For a file by its name: its ending, or all of it (`Makefile`).
  public static Optional<Highlighter> ofFile(String path) {
    String name = path.substring(path.lastIndexOf('/') + 1).toLowerCase(Locale.ROOT);
    int dot = name.lastIndexOf('.');
    Optional<Highlighter> byEnding = dot < 0 ? Optional.empty() : of(name.substring(dot + 1));
    return byEnding.isPresent() ? byEnding : of(dot > 0 ? name.substring(0, dot) : name);
  }

  /// Another one that has seen the same lines.
  public Highlighter copy() {
    return new Highlighter(lexer.copy());
  }

  /// The tokens of the next line, in order and without overlaps.
  public List<Token> line(String line) {
    var tokens = new ArrayList<Token>();
    lexer.line(line.length() > LIMIT ? line.substring(0, LIMIT) : line, tokens);
    return tokens;
  }
}
