package dev.tenon.core.permission.command;

import java.util.ArrayList;
import java.util.List;

/// Reads redirects, and the heredocs that follow at the end of their line.
final class RedirectReader {
  private final Cursor in;
  private final ShellParser parser;
  private final List<SimpleCommand> commands;
  private final List<Heredoc> waiting = new ArrayList<>();

  private record Heredoc(Word end, boolean tabs, int place) {}

  /// @param commands where the texts of heredocs are put
  RedirectReader(Cursor in, ShellParser parser, List<SimpleCommand> commands) {
    this.in = in;
    this.parser = parser;
    this.commands = commands;
  }

  /// How many heredocs have not come yet.
  int waiting() {
    return waiting.size();
  }

  /// Whether a command at this place has a heredoc that has not come yet.
  boolean waitFor(int place) {
    for (Heredoc each : waiting) {
      if (each.place == place) {
        return true;
      }
    }
    return false;
  }

  /// The redirects behind a compound command.
  void behindCompound() throws SyntaxException {
    int place = commands.size();
    commands.add(SimpleCommand.of(List.of()));
    var redirects = new ArrayList<SimpleCommand.Redirect>();
    in.skipBlanks();
    while (read(redirects, place)) {
      in.skipBlanks();
    }
    commands.set(place, new SimpleCommand(List.of(), List.of(), redirects));
  }

  /// Reads a redirect if one begins here.
  boolean read(List<SimpleCommand.Redirect> redirects, int place) throws SyntaxException {
    int start = in.at;
    if (in.here() == '{') {
      in.at++;
      int end = in.nameEnd();
      boolean named = end > in.at && end < in.text.length() && in.text.charAt(end) == '}';
      String name = in.text.substring(start + 1, Math.max(start + 1, end));
      in.at = named ? end + 1 : start;
      if (named && (in.here() == '<' || in.here() == '>')) {
        parser.variable(name);
      }
    } else {
      while (Character.isDigit(in.here())) {
        in.at++;
      }
    }
    char c = in.here();
    boolean both = c == '&' && in.ahead(1) == '>';
    if ((c != '<' && c != '>' && !both) || in.ahead(1) == '(') {
      in.at = start;
      return false;
    }
    if (both) {
      in.at += in.ahead(2) == '>' ? 3 : 2;
      target(redirects, SimpleCommand.Redirect.Kind.WRITE);
    } else if (in.looksAt("<<<")) {
      in.at += 3;
      target(redirects, SimpleCommand.Redirect.Kind.TEXT);
    } else if (in.looksAt("<<")) {
      in.at += 2;
      boolean tabs = in.here() == '-';
      in.at += tabs ? 1 : 0;
      in.skipBlanks();
      waiting.add(new Heredoc(end(), tabs, place));
    } else if (in.looksAt("<>")) {
      in.at += 2;
      target(redirects, SimpleCommand.Redirect.Kind.BOTH);
    } else if (in.looksAt("<&") || in.looksAt(">&")) {
      boolean writes = c == '>';
      in.at += 2;
      duplicate(redirects, writes);
    } else if (c == '<') {
      in.at++;
      target(redirects, SimpleCommand.Redirect.Kind.READ);
    } else {
      in.at += in.ahead(1) == '>' || in.ahead(1) == '|' ? 2 : 1;
      target(redirects, SimpleCommand.Redirect.Kind.WRITE);
    }
    return true;
  }

  /// The word that ends a heredoc. Nothing in it is expanded, so it has to be plain.
  private Word end() throws SyntaxException {
    Word end = parser.word();
    if (!end.constant()) {
      throw new SyntaxException("the end of a heredoc is no plain word");
    }
    return end;
  }

  private void target(List<SimpleCommand.Redirect> redirects, SimpleCommand.Redirect.Kind kind)
      throws SyntaxException {
    in.skipBlanks();
    redirects.add(new SimpleCommand.Redirect(kind, parser.word()));
  }

  private void duplicate(List<SimpleCommand.Redirect> redirects, boolean writes)
      throws SyntaxException {
    in.skipBlanks();
    Word target = parser.word();
    boolean descriptor = !target.text().isEmpty();
    for (int i = 0; i < target.text().length(); i++) {
      char c = target.text().charAt(i);
      descriptor &= Character.isDigit(c) || (c == '-' && i == target.text().length() - 1);
    }
    // `>&file` writes a file.
    SimpleCommand.Redirect.Kind otherwise =
        writes ? SimpleCommand.Redirect.Kind.WRITE : SimpleCommand.Redirect.Kind.READ;
    redirects.add(
        new SimpleCommand.Redirect(
            descriptor ? SimpleCommand.Redirect.Kind.DUPLICATE : otherwise, target));
  }

  /// Reads a line end, with the heredocs behind it.
  void lineEnd() throws SyntaxException {
    in.at++;
    if (waiting.isEmpty()) {
      return;
    }
    var all = List.copyOf(waiting);
    waiting.clear();
    for (Heredoc each : all) {
      Word body = body(each);
      SimpleCommand owner = commands.get(each.place);
      var redirects = new ArrayList<>(owner.redirects());
      redirects.add(new SimpleCommand.Redirect(SimpleCommand.Redirect.Kind.TEXT, body));
      commands.set(
          each.place,
          new SimpleCommand(
              owner.assignments(), owner.words(), redirects, owner.around(), owner.scope()));
    }
  }

  private Word body(Heredoc heredoc) throws SyntaxException {
    var body = new StringBuilder();
    boolean plain = heredoc.end.quoted();
    while (true) {
      in.tick();
      if (in.ended()) {
        throw new SyntaxException("a heredoc has no end");
      }
      var line = new StringBuilder();
      while (true) {
        int end = in.text.indexOf('\n', in.at);
        int stop = end < 0 ? in.text.length() : end;
        line.append(in.text, in.at, stop);
        in.at = Math.min(stop + 1, in.text.length());
        int slashes = 0;
        while (slashes < line.length() && line.charAt(line.length() - 1 - slashes) == '\\') {
          slashes++;
        }
        if (plain || slashes % 2 == 0 || end < 0) {
          break;
        }
        line.setLength(line.length() - 1);
      }
      int tabs = 0;
      while (heredoc.tabs && tabs < line.length() && line.charAt(tabs) == '\t') {
        tabs++;
      }
      if (line.substring(tabs).equals(heredoc.end.text())) {
        // The line end belongs to the heredoc, and what follows is a new line.
        break;
      }
      body.append(line, tabs, line.length()).append('\n');
    }
    for (int i = 0; i < body.length(); i++) {
      if (Word.isMark(body.charAt(i)) || body.charAt(i) == 0) {
        throw new SyntaxException("it holds characters for private use");
      }
    }
    return plain
        ? new Word(body.toString(), false, true)
        : WordReader.heredoc(body.toString(), parser);
  }
}
