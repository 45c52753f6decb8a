package dev.tenon.core.permission.command;

import java.util.ArrayList;
import java.util.List;

/// Reads words: quotes, expansions, wildcards. Commands inside of substitutions go to the parser.
final class WordReader {
  private static final int LOOK_AHEAD = 256;

  private final Cursor in;
  private final ShellParser parser;

  WordReader(Cursor in, ShellParser parser) {
    this.in = in;
    this.parser = parser;
  }

  /// Where a word stands, as far as that decides what ends it.
  enum Place {
    COMMAND,
    /// An argument of `declare` and its like, which may hold a list in parentheses.
    DECLARATION,
    ASSIGNMENT,
    /// A pattern between `[[` and `]]`, which may hold parentheses and bars.
    PATTERN
  }

  /// Reads the word that begins here; it is not empty, but for the value of an assignment.
  Word read(Place place) throws SyntaxException {
    var draft = new WordDraft();
    int start = in.at;
    int depth = 0;
    while (!in.ended()) {
      in.tick();
      char c = in.here();
      if (Word.isMark(c)) {
        throw new SyntaxException("it holds characters for private use");
      }
      if (c == '\0') {
        throw new SyntaxException("it holds a NUL character");
      }
      if ((c == '<' || c == '>') && in.ahead(1) == '(' && place != Place.PATTERN) {
        in.at += 2;
        parser.substitution();
        draft.text.append("/dev/fd/63");
        continue;
      }
      if (Cursor.isMeta(c)) {
        if (place == Place.PATTERN && c == '(') {
          depth++;
        } else if (place == Place.PATTERN && c == ')' && depth > 0) {
          depth--;
        } else if (place == Place.PATTERN && (c == '|' || depth > 0) && c != '\n' && c != ';') {
          if (c == '|' && in.ahead(1) == '|' && depth == 0) {
            break;
          }
        } else if (c == '('
            && place == Place.DECLARATION
            && draft.text.length() > 0
            && draft.text.charAt(draft.text.length() - 1) == '=') {
          in.at++;
          array();
          draft.fog = true;
          break;
        } else {
          break;
        }
        draft.text.append(Word.ANYTHING);
        in.at++;
        continue;
      }
      one(c, draft, start, place);
    }
    if (depth > 0) {
      throw new SyntaxException("a parenthesis is not closed");
    }
    Word word = draft.done();
    return word.constant() ? word : word.written(in.text.substring(start, in.at));
  }

  private void one(char c, WordDraft draft, int start, Place place) throws SyntaxException {
    switch (c) {
      case '\'' -> singleQuoted(draft);
      case '"' -> {
        in.at++;
        draft.quoted = true;
        doubleQuoted(draft);
      }
      case '\\' -> escaped(draft);
      case '$' -> dollar(draft, false);
      case '`' -> {
        backtick();
        draft.text.append(Word.ANYTHING);
        draft.splitting = true;
      }
      case '*' -> mark(draft, Word.STAR);
      case '?' -> mark(draft, Word.ONE);
      case '[' -> bracket(draft);
      case '{' -> brace(draft);
      case '~' -> tilde(draft, start, place);
      default -> {
        draft.text.append(c);
        in.at++;
      }
    }
  }

  private void mark(WordDraft draft, char mark) {
    draft.text.append(mark);
    in.at++;
  }

  private void singleQuoted(WordDraft draft) throws SyntaxException {
    int end = in.text.indexOf('\'', in.at + 1);
    if (end < 0) {
      throw new SyntaxException("a single quote is not closed");
    }
    draft.quoted = true;
    literal(in.text.substring(in.at + 1, end), draft);
    in.at = end + 1;
  }

  private static void literal(String text, WordDraft draft) throws SyntaxException {
    for (int i = 0; i < text.length(); i++) {
      if (Word.isMark(text.charAt(i)) || text.charAt(i) == 0) {
        throw new SyntaxException("it holds characters for private use");
      }
    }
    draft.text.append(text);
  }

  private void escaped(WordDraft draft) throws SyntaxException {
    char next = in.ahead(1);
    if (next == Cursor.END) {
      throw new SyntaxException("it ends with a backslash");
    }
    if (next != '\n') {
      literal(String.valueOf(next), draft);
      draft.quoted = true;
    }
    in.at += 2;
  }

  private void doubleQuoted(WordDraft draft) throws SyntaxException {
    while (true) {
      in.tick();
      if (in.ended()) {
        throw new SyntaxException("a double quote is not closed");
      }
      char c = in.here();
      switch (c) {
        case '"' -> {
          in.at++;
          return;
        }
        case '\\' -> {
          char next = in.ahead(1);
          if (next == '\n') {
            in.at += 2;
          } else if ("$`\"\\".indexOf(next) >= 0) {
            draft.text.append(next);
            in.at += 2;
          } else {
            draft.text.append('\\');
            in.at++;
          }
        }
        case '$' -> dollar(draft, true);
        case '`' -> {
          backtick();
          draft.text.append(Word.ANYTHING);
        }
        default -> {
          literal(String.valueOf(c), draft);
          in.at++;
        }
      }
    }
  }

  /// The text of a heredoc whose end was not quoted.
  static Word heredoc(String body, ShellParser outer) throws SyntaxException {
    var inner = new ShellParser(outer.cursor(body), outer);
    WordReader reader = inner.words();
    Cursor in = reader.in;
    var draft = new WordDraft();
    while (!in.ended()) {
      in.tick();
      char c = in.here();
      if (c == '\\') {
        char next = in.ahead(1);
        boolean special = "$`\\".indexOf(next) >= 0;
        if (special) {
          draft.text.append(next);
        } else if (next != '\n') {
          draft.text.append('\\');
        }
        in.at += special || next == '\n' ? 2 : 1;
      } else if (c == '$') {
        reader.dollar(draft, true);
      } else if (c == '`') {
        reader.backtick();
        draft.text.append(Word.ANYTHING);
      } else {
        literal(String.valueOf(c), draft);
        in.at++;
      }
    }
    return draft.done();
  }

  private void dollar(WordDraft draft, boolean inQuotes) throws SyntaxException {
    parser.enter();
    expansion(draft, inQuotes);
    parser.leave();
  }

  private void expansion(WordDraft draft, boolean inQuotes) throws SyntaxException {
    int start = in.at;
    char next = in.ahead(1);
    if (next == '\'' && !inQuotes) {
      in.at += 2;
      draft.quoted = true;
      literal(AnsiQuote.read(in), draft);
      return;
    }
    if (next == '"' && !inQuotes) {
      in.at += 2;
      draft.quoted = true;
      doubleQuoted(draft);
      // A translation may say anything.
      draft.fog = true;
      return;
    }
    boolean many = false;
    if (next == '(') {
      in.at += 2;
      if (in.here() != '(' || !arithmetic()) {
        parser.substitution();
      }
    } else if (next == '{') {
      in.at += 2;
      many = parameter();
    } else if (next == '[') {
      throw new SyntaxException("it uses the old arithmetic $[…]");
    } else if (Cursor.isNameStart(next)) {
      in.at++;
      in.at = in.nameEnd();
    } else if (next != Cursor.END && (Character.isDigit(next) || "?$!#*@-".indexOf(next) >= 0)) {
      in.at += 2;
      many = next == '@';
    } else {
      draft.text.append('$');
      in.at++;
      return;
    }
    if (draft.text.isEmpty()) {
      String written = in.text.substring(start, in.at);
      draft.home = written.equalsIgnoreCase("$HOME") || written.equalsIgnoreCase("${HOME}");
    }
    draft.text.append(Word.ANYTHING);
    draft.splitting |= !inQuotes || many;
  }

  /// Reads `((…))` from its second parenthesis on, as arithmetic if it is such; else nothing has
  /// happened. What is arithmetic to the eye of the shell is decided by where parentheses close.
  boolean arithmetic() throws SyntaxException {
    int start = in.at;
    int mark = parser.mark();
    in.at++;
    int depth = 0;
    boolean odd = false;
    while (!in.ended()) {
      in.tick();
      char c = in.here();
      if (c == ')' && depth == 0) {
        if (in.ahead(1) != ')') {
          break;
        }
        if (odd) {
          throw new SyntaxException("its arithmetic cannot be told from commands");
        }
        in.at += 2;
        return true;
      }
      odd |= c == ';' || c == '\n' || c == '{' || (c == '#' && Cursor.isBlank(in.ahead(-1)));
      depth += c == '(' ? 1 : c == ')' ? -1 : 0;
      expanded(c);
    }
    in.at = start;
    parser.rewind(mark);
    return false;
  }

  /// Goes over one character, quote or expansion, for what is inside of it.
  private void expanded(char c) throws SyntaxException {
    var ignored = new WordDraft();
    switch (c) {
      case '\'' -> singleQuoted(ignored);
      case '"' -> {
        in.at++;
        doubleQuoted(ignored);
      }
      case '\\' -> in.at += Math.min(2, in.text.length() - in.at);
      case '$' -> dollar(ignored, false);
      case '`' -> backtick();
      default -> in.at++;
    }
  }

  /// The three parts of `for ((…; …; …))`, up to and with the parentheses.
  void loopHead() throws SyntaxException {
    int depth = 0;
    while (!in.ended()) {
      in.tick();
      char c = in.here();
      if (c == ')' && depth == 0) {
        if (in.ahead(1) != ')') {
          throw new SyntaxException("the head of a loop is not closed");
        }
        in.at += 2;
        return;
      }
      if (c == '\n' || c == '{') {
        throw new SyntaxException("the head of a loop is too intricate");
      }
      depth += c == '(' ? 1 : c == ')' ? -1 : 0;
      expanded(c);
    }
    throw new SyntaxException("the head of a loop is not closed");
  }

  /// `${…}` after its brace. Answers whether it may become several words even in quotes.
  private boolean parameter() throws SyntaxException {
    char first = in.here();
    if (Cursor.isBlank(first) || first == '\n' || first == '|') {
      throw new SyntaxException("it runs commands in ${ …; }");
    }
    int start = in.at;
    boolean indirect = first == '!' && in.ahead(1) != '}';
    if ((first == '!' || first == '#') && in.ahead(1) != '}') {
      in.at++;
    }
    int nameStart = in.at;
    in.at = in.nameEnd();
    if (in.at == nameStart) {
      while (Character.isDigit(in.here())) {
        in.at++;
      }
      if (in.at == nameStart) {
        if ("?$!#*@-".indexOf(in.here()) < 0 || in.ended()) {
          throw new SyntaxException("a parameter has no name");
        }
        in.at++;
      }
    }
    String name = in.text.substring(nameStart, in.at);
    boolean many = name.equals("@") || indirect;
    while (!in.ended()) {
      in.tick();
      char c = in.here();
      if (c == '}') {
        String all = in.text.substring(start, in.at);
        in.at++;
        if (all.endsWith("@P")) {
          throw new SyntaxException("it expands a variable as a prompt");
        }
        return many || all.contains("[@]") || all.endsWith("@}");
      }
      if (c == '=' && (in.ahead(-1) == ':' || in.at == nameStart + name.length())) {
        parser.variable(name);
      }
      if (c == '"') {
        in.at++;
        doubleQuoted(new WordDraft());
      } else if (c == '\'' && in.text.indexOf('\'', in.at + 1) > 0) {
        // In double quotes a single quote is a plain character here, outside it quotes: both are
        // possible, so neither may hide a brace or a command.
        int end = in.text.indexOf('\'', in.at + 1);
        String inside = in.text.substring(in.at + 1, end);
        if (inside.indexOf('}') >= 0 || inside.indexOf('$') >= 0 || inside.indexOf('`') >= 0) {
          throw new SyntaxException("it quotes inside of an expansion");
        }
        in.at = end + 1;
      } else if (c == '{') {
        throw new SyntaxException("an expansion holds a brace");
      } else {
        expanded(c);
      }
    }
    throw new SyntaxException("an expansion is not closed");
  }

  private void backtick() throws SyntaxException {
    var script = new StringBuilder();
    in.at++;
    while (true) {
      in.tick();
      if (in.ended()) {
        throw new SyntaxException("a backquote is not closed");
      }
      char c = in.here();
      if (c == '`') {
        in.at++;
        break;
      }
      if (c == '\\' && "$`\\\"".indexOf(in.ahead(1)) >= 0) {
        // Before a double quote it depends on what is around; both readings must be the same.
        if (in.ahead(1) == '"') {
          throw new SyntaxException("it quotes inside of backquotes");
        }
        script.append(in.ahead(1));
        in.at += 2;
      } else {
        script.append(c);
        in.at++;
      }
    }
    parser.nested(script.toString());
  }

  private void bracket(WordDraft draft) {
    int most = Math.min(in.text.length(), in.at + LOOK_AHEAD);
    for (int i = in.at + 1; i < most; i++) {
      char c = in.text.charAt(i);
      if (c == ']' && i > in.at + 1) {
        draft.text.append(Word.ONE);
        in.at = i + 1;
        return;
      }
      if ("'\"\\$`".indexOf(c) >= 0) {
        draft.fog = true;
        break;
      }
      if (Cursor.isMeta(c)) {
        break;
      }
    }
    draft.text.append('[');
    in.at++;
  }

  private void brace(WordDraft draft) {
    int most = Math.min(in.text.length(), in.at + LOOK_AHEAD);
    int i = in.at + 1;
    boolean list = false;
    boolean comma = in.text.indexOf(',', i) > 0;
    while (i < most && !Cursor.isBlank(in.text.charAt(i)) && in.text.charAt(i) != '\n') {
      char c = in.text.charAt(i);
      list |= c == ',' || (c == '.' && i + 1 < most && in.text.charAt(i + 1) == '.');
      // A quote may hide blanks, so that the list goes on behind them.
      list |= comma && "'\"\\$`".indexOf(c) >= 0;
      i++;
    }
    if (list || i == in.at + LOOK_AHEAD) {
      draft.fog = true;
      draft.splitting = true;
    }
    draft.text.append('{');
    in.at++;
  }

  private void tilde(WordDraft draft, int start, Place place) {
    boolean first = in.at == start;
    char next = in.ahead(1);
    if (!first) {
      boolean list = place == Place.ASSIGNMENT || place == Place.DECLARATION;
      draft.fog |= list && ":=".indexOf(in.ahead(-1)) >= 0;
      draft.text.append('~');
    } else if (next == '/' || next == Cursor.END || Cursor.isMeta(next)) {
      draft.text.append(Word.HOME);
    } else {
      draft.text.append(Word.ANYTHING);
    }
    in.at++;
  }

  /// The words of `(…)` after `name=`, up to and with the parenthesis.
  List<Word> array() throws SyntaxException {
    var items = new ArrayList<Word>();
    while (true) {
      parser.skipLines();
      if (in.ended()) {
        throw new SyntaxException("a list is not closed");
      }
      if (in.here() == ')') {
        in.at++;
        return items;
      }
      int before = in.at;
      items.add(read(Place.COMMAND));
      if (in.at == before) {
        throw new SyntaxException("a list holds more than words");
      }
    }
  }
}
