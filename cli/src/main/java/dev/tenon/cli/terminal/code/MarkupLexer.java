package dev.tenon.cli.terminal.code;

import java.util.List;

/// HTML and XML: tags, attributes, values, comments and entities.
final class MarkupLexer implements Highlighter.Lexer {
  private static final int ENTITY = 12;

  private enum State {
    TEXT,
    TAG,
    COMMENT,
    CDATA
  }

  private State state = State.TEXT;

  /// The quote that a value over lines was begun with; 0 outside of one.
  private char quote;

  @Override
  public Highlighter.Lexer copy() {
    var other = new MarkupLexer();
    other.state = state;
    other.quote = quote;
    return other;
  }

  @Override
  public void line(String line, List<Token> into) {
    int at = 0;
    while (at < line.length()) {
      at =
          switch (state) {
            case TEXT -> text(line, at, into);
            case TAG -> tag(line, at, into);
            case COMMENT -> until(line, at, "-->", Token.Kind.COMMENT, into);
            case CDATA -> until(line, at, "]]>", Token.Kind.STRING, into);
          };
    }
  }

  private int until(String line, int at, String close, Token.Kind kind, List<Token> into) {
    int found = line.indexOf(close, at);
    int end = found < 0 ? line.length() : found + close.length();
    into.add(new Token(at, end, kind));
    state = found < 0 ? state : State.TEXT;
    return end;
  }

  private int text(String line, int at, List<Token> into) {
    char c = line.charAt(at);
    if (c == '&') {
      int end = line.indexOf(';', at);
      if (end > at && end - at <= ENTITY) {
        into.add(new Token(at, end + 1, Token.Kind.NUMBER));
        return end + 1;
      }
    }
    if (c != '<') {
      return at + 1;
    }
    if (line.startsWith("<!--", at)) {
      state = State.COMMENT;
      return at;
    }
    if (line.startsWith("<![CDATA[", at)) {
      state = State.CDATA;
      return at;
    }
    int name = at + 1;
    while (name < line.length() && "/!?".indexOf(line.charAt(name)) >= 0) {
      name++;
    }
    int end = nameEnd(line, name);
    if (end == name) {
      return at + 1;
    }
    into.add(new Token(at, end, Token.Kind.KEYWORD));
    state = State.TAG;
    return end;
  }

  private int tag(String line, int at, List<Token> into) {
    char c = line.charAt(at);
    if (quote != 0 || c == '"' || c == '\'') {
      char mark = quote == 0 ? c : quote;
      int found = line.indexOf(mark, quote == 0 ? at + 1 : at);
      int end = found < 0 ? line.length() : found + 1;
      quote = found < 0 ? mark : 0;
      into.add(new Token(at, end, Token.Kind.STRING));
      return end;
    }
    if (c == '>' || ((c == '/' || c == '?') && line.startsWith(">", at + 1))) {
      int end = c == '>' ? at + 1 : at + 2;
      into.add(new Token(at, end, Token.Kind.KEYWORD));
      state = State.TEXT;
      return end;
    }
    int end = nameEnd(line, at);
    if (end > at) {
      into.add(new Token(at, end, Token.Kind.VARIABLE));
      return end;
    }
    return at + 1;
  }

  private static int nameEnd(String line, int at) {
    int end = at;
    while (end < line.length()
        && (Character.isLetterOrDigit(line.charAt(end))
            || "-_:.@#*".indexOf(line.charAt(end)) >= 0)) {
      end++;
    }
    return end;
  }
}
