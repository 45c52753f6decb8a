package dev.tenon.core.permission.command;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Parses bash's grammar and collects every simple command in it. What is rare enough to be
/// suspicious is not understood on purpose. It accepts no more than bash does in anything that
/// decides which commands there are.
final class ShellParser {
  private static final int MOST_CHARACTERS = 100_000;
  private static final int DEEPEST = 80;
  private static final Set<String> CLOSING =
      Set.of("then", "elif", "else", "fi", "do", "done", "esac", "}");
  private static final Set<String> DECLARATIONS =
      Set.of("declare", "typeset", "export", "readonly", "local");

  private final Cursor in;
  private final WordReader words;
  private final List<Simple> commands;
  private final List<Heredoc> waiting = new ArrayList<>();
  private int depth;

  private record Heredoc(Word end, boolean tabs, int place) {}

  ShellParser(Cursor in, @Nullable ShellParser outer) throws SyntaxException {
    this.in = in;
    this.words = new WordReader(in, this);
    this.commands = outer == null ? new ArrayList<>() : outer.commands;
    this.depth = outer == null ? 0 : outer.depth + 1;
    if (depth > DEEPEST) {
      throw new SyntaxException("it is nested too deeply");
    }
  }

  static Script parse(String text, int depth) {
    if (text.length() > MOST_CHARACTERS) {
      return new Script(List.of(), Optional.of("it is too long"), Suspects.in(text));
    }
    ShellParser parser;
    try {
      parser = new ShellParser(new Cursor(text), null);
      parser.depth = depth;
    } catch (SyntaxException impossible) {
      throw new IllegalStateException(impossible);
    }
    try {
      parser.all();
      return new Script(parser.commands, Optional.empty(), List.of());
    } catch (SyntaxException problem) {
      return new Script(
          parser.commands, Optional.of(String.valueOf(problem.getMessage())), Suspects.in(text));
    }
  }

  WordReader words() {
    return words;
  }

  private void all() throws SyntaxException {
    list();
    if (!in.ended()) {
      throw new SyntaxException("'" + in.rawWord() + in.here() + "' is unexpected");
    }
    if (!waiting.isEmpty()) {
      throw new SyntaxException("a heredoc has no end");
    }
  }

  // What the words need of the grammar.

  /// The commands of `$(…)` or `<(…)`, up to and with the parenthesis.
  void substitution() throws SyntaxException {
    enter();
    int before = waiting.size();
    list();
    if (in.here() != ')') {
      throw new SyntaxException("a substitution is not closed");
    }
    in.at++;
    if (waiting.size() != before) {
      throw new SyntaxException("a heredoc ends outside of its substitution");
    }
    depth--;
  }

  /// The commands of backquotes.
  void nested(String script) throws SyntaxException {
    new ShellParser(new Cursor(script), this).all();
  }

  /// A variable that an expansion sets.
  void variable(String name) {
    commands.add(
        new Simple(
            List.of(new Simple.Assignment(name, Word.of(String.valueOf(Word.ANYTHING)))),
            List.of(),
            List.of()));
  }

  int mark() {
    return commands.size();
  }

  void rewind(int mark) {
    commands.subList(mark, commands.size()).clear();
  }

  void enter() throws SyntaxException {
    if (++depth > DEEPEST) {
      throw new SyntaxException("it is nested too deeply");
    }
  }

  void leave() {
    depth--;
  }

  /// Blanks and line ends, with the heredocs behind them.
  void skipLines() throws SyntaxException {
    in.skipBlanks();
    while (in.here() == '\n') {
      lineEnd();
      in.skipBlanks();
    }
  }

  private void lineEnd() throws SyntaxException {
    in.at++;
    if (waiting.isEmpty()) {
      return;
    }
    var all = List.copyOf(waiting);
    waiting.clear();
    for (Heredoc each : all) {
      Word body = body(each);
      Simple owner = commands.get(each.place);
      var redirects = new ArrayList<>(owner.redirects());
      redirects.add(new Simple.Redirect(Simple.Redirect.Kind.TEXT, body));
      commands.set(each.place, new Simple(owner.assignments(), owner.words(), redirects));
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
        : WordReader.heredoc(body.toString(), this);
  }

  // The grammar.

  /// Commands up to something that closes a list, which is left there. Answers whether there were
  /// any.
  private boolean list() throws SyntaxException {
    boolean any = false;
    while (true) {
      in.tick();
      skipLines();
      if (closes()) {
        return any;
      }
      any = true;
      andOr();
      in.skipBlanks();
      char c = in.here();
      if (c == ';' && in.ahead(1) != ';' && in.ahead(1) != '&') {
        in.at++;
      } else if (c == '&' && in.ahead(1) != '&') {
        in.at++;
      } else if (c == '\n') {
        lineEnd();
      } else if (in.ended() || c == ')' || c == ';') {
        return true;
      } else {
        throw new SyntaxException("'" + in.rawWord() + "' is unexpected");
      }
    }
  }

  private boolean closes() {
    char c = in.here();
    return in.ended()
        || c == ')'
        || (c == ';' && in.ahead(1) == ';')
        || (c == ';' && in.ahead(1) == '&')
        || CLOSING.contains(in.rawWord());
  }

  private void some() throws SyntaxException {
    if (!list()) {
      throw new SyntaxException("a command is missing");
    }
  }

  private void andOr() throws SyntaxException {
    pipeline();
    in.skipBlanks();
    while (in.looksAt("&&") || in.looksAt("||")) {
      in.at += 2;
      skipLines();
      pipeline();
      in.skipBlanks();
    }
  }

  private void pipeline() throws SyntaxException {
    in.skipBlanks();
    boolean prefixed = true;
    while (prefixed) {
      in.tick();
      String word = in.rawWord();
      prefixed = word.equals("!") || word.equals("time");
      if (prefixed) {
        in.at += word.length();
        in.skipBlanks();
        while (word.equals("time") && (in.rawWord().equals("-p") || in.rawWord().equals("--"))) {
          in.at += 2;
          in.skipBlanks();
        }
        if (ends()) {
          return;
        }
      }
    }
    command();
    in.skipBlanks();
    while (in.here() == '|' && in.ahead(1) != '|') {
      in.at += in.ahead(1) == '&' ? 2 : 1;
      skipLines();
      command();
      in.skipBlanks();
    }
  }

  private boolean ends() {
    char c = in.here();
    return in.ended() || c == '\n' || c == ';' || c == '&' || c == '|' || c == ')';
  }

  private void command() throws SyntaxException {
    in.skipBlanks();
    enter();
    if (compound()) {
      redirects();
    } else {
      simple();
    }
    depth--;
  }

  /// Reads a compound command if one begins here.
  private boolean compound() throws SyntaxException {
    if (in.here() == '(') {
      in.at++;
      if (in.here() != '(' || !words.arithmetic()) {
        some();
        expect(')');
      }
      return true;
    }
    String word = in.rawWord();
    if (CLOSING.contains(word)) {
      throw new SyntaxException("'" + word + "' is unexpected");
    }
    switch (word) {
      case "{" -> {
        in.at++;
        some();
        keyword("}");
      }
      case "if" -> {
        in.at += 2;
        branches();
      }
      case "while", "until" -> {
        in.at += 5;
        some();
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
    some();
    keyword("then");
    some();
    while (in.rawWord().equals("elif")) {
      in.at += 4;
      some();
      keyword("then");
      some();
    }
    if (in.rawWord().equals("else")) {
      in.at += 4;
      some();
    }
    keyword("fi");
  }

  private void body() throws SyntaxException {
    if (in.rawWord().equals("{")) {
      in.at++;
      some();
      keyword("}");
      return;
    }
    keyword("do");
    some();
    keyword("done");
  }

  private void loop() throws SyntaxException {
    in.skipBlanks();
    if (in.looksAt("((")) {
      in.at += 2;
      words.loopHead();
      in.skipBlanks();
      if (in.here() == ';' && in.ahead(1) != ';') {
        in.at++;
      }
      skipLines();
      body();
      return;
    }
    int end = in.nameEnd();
    if (end == in.at) {
      throw new SyntaxException("a loop has no variable");
    }
    variable(in.text.substring(in.at, end));
    in.at = end;
    if (!in.ended() && !Cursor.isMeta(in.here())) {
      throw new SyntaxException("a loop has no variable");
    }
    skipLines();
    if (in.rawWord().equals("in")) {
      in.at += 2;
      in.skipBlanks();
      while (in.here() != ';' && in.here() != '\n') {
        wordOrFail();
        in.skipBlanks();
      }
      separator();
    } else if (in.here() == ';') {
      separator();
    }
    skipLines();
    body();
  }

  private void separator() throws SyntaxException {
    if (in.here() == '\n') {
      lineEnd();
    } else if (in.here() == ';' && in.ahead(1) != ';') {
      in.at++;
    } else {
      throw new SyntaxException("'" + in.rawWord() + in.here() + "' is unexpected");
    }
  }

  private void cases() throws SyntaxException {
    in.skipBlanks();
    wordOrFail();
    skipLines();
    keyword("in");
    while (true) {
      in.tick();
      skipLines();
      if (in.rawWord().equals("esac")) {
        in.at += 4;
        return;
      }
      if (in.here() == '(') {
        in.at++;
        in.skipBlanks();
      }
      wordOrFail();
      in.skipBlanks();
      while (in.here() == '|') {
        in.at++;
        in.skipBlanks();
        wordOrFail();
        in.skipBlanks();
      }
      expect(')');
      list();
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
    while (true) {
      in.tick();
      skipLines();
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
        wordOrFail(WordReader.Place.PATTERN);
        pattern = false;
      } else if (in.looksAt("&&") || in.looksAt("||")) {
        in.at += 2;
      } else if (c == '(' || c == ')' || ((c == '<' || c == '>') && in.ahead(1) != '(')) {
        in.at++;
      } else {
        pattern = word.equals("=~");
        wordOrFail(WordReader.Place.COMMAND);
      }
    }
  }

  private void function() throws SyntaxException {
    in.skipBlanks();
    Word name = wordOrFail();
    in.skipBlanks();
    if (in.here() == '(') {
      in.at++;
      in.skipBlanks();
      expect(')');
    }
    functionBody(name);
  }

  private void functionBody(Word name) throws SyntaxException {
    if (!name.constant()) {
      throw new SyntaxException("a function has no plain name");
    }
    skipLines();
    enter();
    if (!compound()) {
      throw new SyntaxException("a function has no body");
    }
    redirects();
    depth--;
  }

  private void simple() throws SyntaxException {
    int place = commands.size();
    // Its place comes before the commands of its own substitutions.
    commands.add(Simple.of(List.of()));
    var assignments = new ArrayList<Simple.Assignment>();
    var all = new ArrayList<Word>();
    var redirects = new ArrayList<Simple.Redirect>();
    while (true) {
      in.tick();
      in.skipBlanks();
      if (redirect(redirects, place)) {
        continue;
      }
      if (ends()) {
        break;
      }
      if (in.here() == '(') {
        if (all.size() != 1 || !assignments.isEmpty() || !redirects.isEmpty()) {
          throw new SyntaxException("a parenthesis is unexpected");
        }
        in.at++;
        in.skipBlanks();
        expect(')');
        functionBody(all.getFirst());
        return;
      }
      if (!all.isEmpty() || !assignment(assignments)) {
        boolean declares = !all.isEmpty() && DECLARATIONS.contains(all.getFirst().text());
        all.add(wordOrFail(declares ? WordReader.Place.DECLARATION : WordReader.Place.COMMAND));
      }
    }
    if (all.isEmpty() && assignments.isEmpty() && redirects.isEmpty() && !waitsFor(place)) {
      throw new SyntaxException("a command is missing");
    }
    commands.set(place, new Simple(assignments, all, redirects));
  }

  private boolean waitsFor(int place) {
    for (Heredoc each : waiting) {
      if (each.place == place) {
        return true;
      }
    }
    return false;
  }

  /// Reads `name=value` if that is what begins here.
  private boolean assignment(List<Simple.Assignment> assignments) throws SyntaxException {
    int start = in.at;
    int mark = mark();
    int end = in.nameEnd();
    if (end == start) {
      return false;
    }
    String name = in.text.substring(start, end);
    in.at = end;
    if (in.here() == '[') {
      in.at++;
      // A subscript; what it expands is read on the way.
      while (!in.ended() && in.here() != ']' && !Cursor.isMeta(in.here())) {
        int before = in.at;
        words.read(WordReader.Place.ASSIGNMENT);
        if (in.at == before || in.ahead(-1) == ']') {
          break;
        }
        if (in.text.substring(before, in.at).indexOf(']') >= 0) {
          throw new SyntaxException("it sets an element of a list");
        }
      }
      if (in.text.substring(start, in.at).indexOf("]=") > 0) {
        throw new SyntaxException("it sets an element of a list");
      }
      in.at = start;
      rewind(mark);
      return false;
    }
    if (in.here() == '+' && in.ahead(1) == '=') {
      in.at++;
    }
    if (in.here() != '=') {
      in.at = start;
      return false;
    }
    in.at++;
    if (in.here() == '(') {
      in.at++;
      words.array();
      assignments.add(new Simple.Assignment(name, Word.of(String.valueOf(Word.ANYTHING))));
    } else {
      assignments.add(new Simple.Assignment(name, words.read(WordReader.Place.ASSIGNMENT)));
    }
    return true;
  }

  /// The redirects behind a compound command.
  private void redirects() throws SyntaxException {
    int place = commands.size();
    commands.add(Simple.of(List.of()));
    var redirects = new ArrayList<Simple.Redirect>();
    in.skipBlanks();
    while (redirect(redirects, place)) {
      in.skipBlanks();
    }
    commands.set(place, new Simple(List.of(), List.of(), redirects));
  }

  /// Reads a redirect if one begins here.
  private boolean redirect(List<Simple.Redirect> redirects, int place) throws SyntaxException {
    int start = in.at;
    if (in.here() == '{') {
      in.at++;
      int end = in.nameEnd();
      boolean named = end > in.at && end < in.text.length() && in.text.charAt(end) == '}';
      in.at = named ? end + 1 : start;
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
      target(redirects, Simple.Redirect.Kind.WRITE);
    } else if (in.looksAt("<<<")) {
      in.at += 3;
      target(redirects, Simple.Redirect.Kind.TEXT);
    } else if (in.looksAt("<<")) {
      in.at += 2;
      boolean tabs = in.here() == '-';
      in.at += tabs ? 1 : 0;
      in.skipBlanks();
      waiting.add(new Heredoc(end(), tabs, place));
    } else if (in.looksAt("<>")) {
      in.at += 2;
      target(redirects, Simple.Redirect.Kind.BOTH);
    } else if (in.looksAt("<&") || in.looksAt(">&")) {
      boolean writes = c == '>';
      in.at += 2;
      duplicate(redirects, writes);
    } else if (c == '<') {
      in.at++;
      target(redirects, Simple.Redirect.Kind.READ);
    } else {
      in.at += in.ahead(1) == '>' || in.ahead(1) == '|' ? 2 : 1;
      target(redirects, Simple.Redirect.Kind.WRITE);
    }
    return true;
  }

  /// The word that ends a heredoc. Nothing in it is expanded, so it has to be plain.
  private Word end() throws SyntaxException {
    Word end = wordOrFail();
    if (!end.constant()) {
      throw new SyntaxException("the end of a heredoc is no plain word");
    }
    return end;
  }

  private void target(List<Simple.Redirect> redirects, Simple.Redirect.Kind kind)
      throws SyntaxException {
    in.skipBlanks();
    redirects.add(new Simple.Redirect(kind, wordOrFail()));
  }

  private void duplicate(List<Simple.Redirect> redirects, boolean writes) throws SyntaxException {
    in.skipBlanks();
    Word target = wordOrFail();
    boolean descriptor = !target.text().isEmpty();
    for (int i = 0; i < target.text().length(); i++) {
      char c = target.text().charAt(i);
      descriptor &= Character.isDigit(c) || (c == '-' && i == target.text().length() - 1);
    }
    // `>&file` writes a file.
    Simple.Redirect.Kind otherwise =
        writes ? Simple.Redirect.Kind.WRITE : Simple.Redirect.Kind.READ;
    redirects.add(
        new Simple.Redirect(descriptor ? Simple.Redirect.Kind.DUPLICATE : otherwise, target));
  }

  private Word wordOrFail() throws SyntaxException {
    return wordOrFail(WordReader.Place.COMMAND);
  }

  private Word wordOrFail(WordReader.Place place) throws SyntaxException {
    int before = in.at;
    Word word = words.read(place);
    if (in.at == before) {
      throw new SyntaxException(
          in.ended() ? "it ends too early" : "'" + in.here() + "' is unexpected");
    }
    return word;
  }

  private void keyword(String expected) throws SyntaxException {
    skipLines();
    if (!in.rawWord().equals(expected)) {
      throw new SyntaxException("'" + expected + "' is missing");
    }
    in.at += expected.length();
  }

  private void expect(char expected) throws SyntaxException {
    in.skipBlanks();
    if (in.here() != expected) {
      throw new SyntaxException("'" + expected + "' is missing");
    }
    in.at++;
  }
}
