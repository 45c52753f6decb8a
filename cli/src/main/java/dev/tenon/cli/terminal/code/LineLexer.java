package dev.tenon.cli.terminal.code;

import java.util.List;

/// Languages whose lines stand for themselves.
enum LineLexer implements Highlighter.Lexer {
  DIFF,
  MARKDOWN;

  @Override
  public void line(String line, List<Token> into) {
    switch (this) {
      case DIFF -> diff(line, into);
      case MARKDOWN -> markdown(line, into);
    }
  }

  @Override
  public Highlighter.Lexer copy() {
    return this;
  }

  private static void diff(String line, List<Token> into) {
    Token.Kind kind = null;
    if (line.startsWith("+++") || line.startsWith("---") || line.startsWith("diff ")) {
      kind = Token.Kind.KEYWORD;
    } else if (line.startsWith("@@")) {
      kind = Token.Kind.FUNCTION;
    } else if (line.startsWith("+")) {
      kind = Token.Kind.ADDED;
    } else if (line.startsWith("-")) {
      kind = Token.Kind.REMOVED;
    } else if (line.startsWith("index ") || line.startsWith("\\")) {
      kind = Token.Kind.COMMENT;
    }
    if (kind != null) {
      into.add(new Token(0, line.length(), kind));
    }
  }

  private static void markdown(String line, List<Token> into) {
    int at = 0;
    while (at < line.length() && line.charAt(at) == ' ') {
      at++;
    }
    if (at == line.length()) {
      return;
    }
    if (line.charAt(at) == '#' || line.startsWith("```", at) || line.startsWith("~~~", at)) {
      into.add(new Token(at, line.length(), Token.Kind.KEYWORD));
      return;
    }
    if (line.charAt(at) == '>') {
      into.add(new Token(at, line.length(), Token.Kind.COMMENT));
      return;
    }
    if ("-*+".indexOf(line.charAt(at)) >= 0 && line.startsWith(" ", at + 1)) {
      into.add(new Token(at, at + 1, Token.Kind.OPERATOR));
      at++;
    }
    while (at < line.length()) {
      char c = line.charAt(at);
      int end = c == '`' ? line.indexOf('`', at + 1) : c == '[' ? line.indexOf("](", at + 1) : -1;
      if (c == '[' && end > 0) {
        int close = line.indexOf(')', end);
        if (close > 0) {
          into.add(new Token(at + 1, end, Token.Kind.FUNCTION));
          into.add(new Token(end + 2, close, Token.Kind.STRING));
          at = close + 1;
          continue;
        }
        return;
      }
      if (end > 0) {
        into.add(new Token(at, end + 1, Token.Kind.STRING));
        at = end;
      } else if (c == '`' || c == '[') {
        return;
      }
      at++;
    }
  }
}
