package dev.tenon.core.permission.command;

import java.util.ArrayList;
import java.util.Set;

/// Reads loops, branches, groups, tests and functions; the commands in them are the parser's.
final class CompoundReader {
  private static final Set<String> COMPARING = Set.of("-eq", "-ne", "-lt", "-le", "-gt", "-ge");

  private final Cursor in;
  private final ShellParser parser;

  CompoundReader(Cursor in, ShellParser parser) {
    this.in = in;
    this.parser = parser;
  }

  /// Reads a compound command if one begins here.
  boolean read() throws SyntaxException {
    if (in.here() == '(') {
      in.at++;
      if (in.here() != '(' || !parser.words().expansions().arithmetic()) {
        parser.subshell();
        parser.expect(')');
      }
      return true;
    }
    String word = in.rawWord();
    if (ShellParser.CLOSING.contains(word)) {
      throw new SyntaxException("'" + word + "' is unexpected");
    }
    switch (word) {
      case "{" -> {
        in.at++;
        parser.some();
        parser.keyword("}");
      }
      case "if" -> {
        in.at += 2;
        branches();
      }
      case "while", "until" -> {
        in.at += 5;
        parser.some();
        body();
      }
      case "for", "select" -> {
        in.at += word.length();
        loop();
      }
      case "case" -> {
        in.at += 4;
        cases();
      }
      case "[[" -> {
        in.at += 2;
        test();
      }
      case "function" -> {
        in.at += 8;
        function();
      }
      case "coproc" -> throw new SyntaxException("it starts a coprocess");
      default -> {
        return false;
      }
    }
    return true;
  }

  private void branches() throws SyntaxException {
    parser.some();
    parser.keyword("then");
    parser.some();
    while (in.rawWord().equals("elif")) {
      in.at += 4;
      parser.some();
      parser.keyword("then");
      parser.some();
    }
    if (in.rawWord().equals("else")) {
      in.at += 4;
      parser.some();
    }
    parser.keyword("fi");
  }

  private void body() throws SyntaxException {
    if (in.rawWord().equals("{")) {
      in.at++;
      parser.some();
      parser.keyword("}");
      return;
    }
    parser.keyword("do");
    parser.some();
    parser.keyword("done");
  }

  private void loop() throws SyntaxException {
    in.skipBlanks();
    if (in.looksAt("((")) {
      in.at += 2;
      String head = parser.words().expansions().loopHead();
      var fresh = new ArrayList<String>();
      for (String each : Arithmetic.look(head, parser.known()).assigned()) {
        if (parser.known().set(each)) {
          fresh.add(each);
        }
      }
      parser.arithmetic(head);
      in.skipBlanks();
      if (in.here() == ';' && in.ahead(1) != ';') {
        in.at++;
      }
      parser.skipLines();
      body();
      fresh.forEach(parser.known()::forget);
      return;
    }
    int end = in.nameEnd();
    if (end == in.at) {
      throw new SyntaxException("a loop has no variable");
    }
    String name = in.text.substring(in.at, end);
    in.at = end;
    if (!in.ended() && !Cursor.isMeta(in.here())) {
      throw new SyntaxException("a loop has no variable");
    }
    parser.skipLines();
    var list = new ArrayList<Word>();
    Word value = Word.of(String.valueOf(Word.ANYTHING));
    if (in.rawWord().equals("in")) {
      in.at += 2;
      in.skipBlanks();
      // Like a list in braces, it stands for each of its words in turn.
      var texts = new ArrayList<String>();
      while (in.here() != ';' && in.here() != '\n') {
        int start = in.at;
        list.add(parser.word());
        texts.add(in.text.substring(start, in.at));
        in.skipBlanks();
      }
      String all = String.join(",", texts);
      value = value.written(texts.size() > 1 ? "{" + all + "}" : all);
      separator();
    } else if (in.here() == ';') {
      separator();
    }
    parser.set(name, false, KnownValues.listed(list));
    parser.variable(name, value);
    parser.skipLines();
    boolean fresh = parser.known().set(name);
    body();
    if (fresh) {
      parser.known().forget(name);
    }
  }

  private void separator() throws SyntaxException {
    if (in.here() == '\n') {
      parser.redirects().lineEnd();
    } else if (in.here() == ';' && in.ahead(1) != ';') {
      in.at++;
    } else {
      throw new SyntaxException("'" + in.rawWord() + in.here() + "' is unexpected");
    }
  }

  private void cases() throws SyntaxException {
    in.skipBlanks();
    parser.word();
    parser.skipLines();
    parser.keyword("in");
    while (true) {
      in.tick();
      parser.skipLines();
      if (in.rawWord().equals("esac")) {
        in.at += 4;
        return;
      }
      if (in.here() == '(') {
        in.at++;
        in.skipBlanks();
      }
      parser.word();
      in.skipBlanks();
      while (in.here() == '|') {
        in.at++;
        in.skipBlanks();
        parser.word();
        in.skipBlanks();
      }
      parser.expect(')');
      parser.list();
      if (in.here() == ';') {
        in.at += in.looksAt(";;&") ? 3 : 2;
      } else if (!in.rawWord().equals("esac")) {
        throw new SyntaxException("a case is not closed");
      }
    }
  }

  private void test() throws SyntaxException {
    if (!in.ended() && !Cursor.isMeta(in.here())) {
      throw new SyntaxException("'[[' has no blank behind it");
    }
    boolean pattern = false;
    boolean any = false;
    boolean evaluates = false;
    String before = "";
    while (true) {
      in.tick();
      parser.skipLines();
      if (in.ended()) {
        throw new SyntaxException("'[[' is not closed");
      }
      if (any && in.rawWord().equals("]]")) {
        in.at += 2;
        return;
      }
      any = true;
      String word = in.rawWord();
      char c = in.here();
      if (pattern) {
        parser.word(WordReader.Place.PATTERN);
        pattern = false;
      } else if (in.looksAt("&&") || in.looksAt("||")) {
        in.at += 2;
      } else if (c == '(' || c == ')' || ((c == '<' || c == '>') && in.ahead(1) != '(')) {
        in.at++;
      } else {
        pattern = word.equals("=~");
        int start = in.at;
        parser.word(WordReader.Place.COMMAND);
        String written = in.text.substring(start, in.at);
        boolean compares = COMPARING.contains(written);
        boolean named = before.equals("-v") || before.equals("-R");
        if (compares || evaluates) {
          evaluated(compares ? before : written);
        } else if (named && !isName(written)) {
          parser.evaluation();
        }
        evaluates = compares;
        before = written;
      }
    }
  }

  private static boolean isName(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (!Cursor.isNamePart(text.charAt(i))) {
        return false;
      }
    }
    return true;
  }

  /// One side of a comparison of numbers, which is evaluated.
  private void evaluated(String written) {
    boolean quoted = written.length() > 1 && written.startsWith("\"") && written.endsWith("\"");
    parser.arithmetic(quoted ? written.substring(1, written.length() - 1) : written);
  }

  private void function() throws SyntaxException {
    in.skipBlanks();
    Word name = parser.word();
    in.skipBlanks();
    if (in.here() == '(') {
      in.at++;
      in.skipBlanks();
      parser.expect(')');
    }
    functionBody(name);
  }

  void functionBody(Word name) throws SyntaxException {
    if (!name.constant()) {
      throw new SyntaxException("a function has no plain name");
    }
    if (name.is("cd") || name.is("read")) {
      throw new SyntaxException("a function takes the place of " + name.text());
    }
    parser.skipLines();
    parser.enter();
    int start = parser.mark();
    if (!read()) {
      throw new SyntaxException("a function has no body");
    }
    parser.functionEnds(name, start);
    parser.redirects().behindCompound();
    parser.leave();
  }
}
