package dev.tenon.cli.terminal.render;

import dev.tenon.cli.terminal.code.Highlighter;
import dev.tenon.cli.terminal.code.Token;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/// Code in its colours, line by line.
public final class CodeText {
  private static final int TAB = 4;

  private final DisplayOptions look;
  private final Optional<Highlighter> highlighter;

  private CodeText(DisplayOptions look, Optional<Highlighter> highlighter) {
    this.look = look;
    this.highlighter = highlighter;
  }

  /// @param language a name, as after the marks of a code block
  public static CodeText of(String language, DisplayOptions look) {
    return new CodeText(
        look, look.palette().isColoured() ? Highlighter.of(language) : Optional.empty());
  }

  public static CodeText ofFile(String path, DisplayOptions look) {
    return new CodeText(
        look, look.palette().isColoured() ? Highlighter.ofFile(path) : Optional.empty());
  }

  public CodeText copy() {
    return new CodeText(look, highlighter.map(Highlighter::copy));
  }

  /// Whether its language is known.
  public boolean coloured() {
    return highlighter.isPresent();
  }

  /// The next line.
  ///
  /// @param line harmless already, without tabs
  public String painted(String line) {
    return highlighter.isEmpty() ? line : painted(line, highlighter.get().line(line), look);
  }

  /// The next line of a diff, with parts of it marked.
  ///
  /// @param marks the indices of the marked characters
  /// @param otherwise what lines of an unknown language are painted in
  String marked(String line, BitSet marks, Style part, Style otherwise) {
    boolean whole = highlighter.isEmpty() || otherwise == Style.TOOL_DIFF_REMOVED;
    List<Token> tokens = highlighter.isEmpty() ? List.of() : highlighter.get().line(line);
    var out = new StringBuilder(line.length() + 16 * tokens.size());
    int next = 0;
    for (int at = 0; at < line.length(); ) {
      while (next < tokens.size() && tokens.get(next).end() <= at) {
        next++;
      }
      boolean marked = marks.get(at);
      int end = marked ? marks.nextClearBit(at) : marks.nextSetBit(at);
      end = end < 0 ? line.length() : Math.min(end, line.length());
      Style style = marked ? part : whole ? otherwise : null;
      if (!marked && !whole && next < tokens.size()) {
        Token token = tokens.get(next);
        boolean inside = token.start() <= at;
        end = Math.min(end, inside ? token.end() : token.start());
        style = inside ? style(token.kind()) : null;
      }
      String piece = line.substring(at, end);
      out.append(style == null ? piece : look.paint(style, piece));
      at = end;
    }
    return out.toString();
  }

  private static String painted(String line, List<Token> tokens, DisplayOptions look) {
    var out = new StringBuilder(line.length() + 16 * tokens.size());
    int at = 0;
    for (Token token : tokens) {
      out.append(line, at, token.start());
      String piece = line.substring(token.start(), token.end());
      out.append(look.paint(style(token.kind()), piece));
      at = token.end();
    }
    return out.append(line, at, line.length()).toString();
  }

  private static Style style(Token.Kind kind) {
    return switch (kind) {
      case COMMENT -> Style.SYNTAX_COMMENT;
      case KEYWORD -> Style.SYNTAX_KEYWORD;
      case FUNCTION -> Style.SYNTAX_FUNCTION;
      case VARIABLE -> Style.SYNTAX_VARIABLE;
      case STRING -> Style.SYNTAX_STRING;
      case NUMBER -> Style.SYNTAX_NUMBER;
      case TYPE -> Style.SYNTAX_TYPE;
      case OPERATOR -> Style.SYNTAX_OPERATOR;
      case PUNCTUATION -> Style.SYNTAX_PUNCTUATION;
      case ADDED -> Style.TOOL_DIFF_ADDED;
      case REMOVED -> Style.TOOL_DIFF_REMOVED;
    };
  }

  /// The line with its tabs as spaces.
  public static String untabbed(String line) {
    if (line.indexOf('\t') < 0) {
      return line;
    }
    var out = new StringBuilder(line.length() + 16);
    for (int i = 0; i < line.length(); i++) {
      if (line.charAt(i) == '\t') {
        out.repeat(' ', TAB - out.length() % TAB);
      } else {
        out.append(line.charAt(i));
      }
    }
    return out.toString();
  }
}
