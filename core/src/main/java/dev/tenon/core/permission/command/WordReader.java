package dev.tenon.core.permission.command;

import java.util.ArrayList;
import java.util.List;

/// Reads words: quotes, expansions, wildcards. Commands inside of substitutions go to the parser.
final class WordReader {
  private static final int LOOK_AHEAD = 256;

  private final Cursor in;
  private final ShellParser parser;

  private final ExpansionReader expansions;

  WordReader(Cursor in, ShellParser parser) {
    this.in = in;
    this.parser = parser;
    this.expansions = new ExpansionReader(in, parser, this);
  }

  ExpansionReader expansions() {
    return expansions;
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
    return draft.done();
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
      case '$' -> expansions.dollar(draft, false);
      case '`' -> {
        expansions.backtick();
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

  void singleQuoted(WordDraft draft) throws SyntaxException {
    int end = in.text.indexOf('\'', in.at + 1);
    if (end < 0) {
      throw new SyntaxException("a single quote is not closed");
    }
    draft.quoted = true;
    literal(in.text.substring(in.at + 1, end), draft);
    in.at = end + 1;
  }

  static void literal(String text, WordDraft draft) throws SyntaxException {
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

  void doubleQuoted(WordDraft draft) throws SyntaxException {
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
        case '$' -> expansions.dollar(draft, true);
        case '`' -> {
          expansions.backtick();
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
    var inner = new ShellParser(new Cursor(body), outer);
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
        reader.expansions.dollar(draft, true);
      } else if (c == '`') {
        reader.expansions.backtick();
        draft.text.append(Word.ANYTHING);
      } else {
        literal(String.valueOf(c), draft);
        in.at++;
      }
    }
    return draft.done();
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
    while (i < most && !Cursor.isBlank(in.text.charAt(i)) && in.text.charAt(i) != '\n') {
      char c = in.text.charAt(i);
      list |= c == ',' || (c == '.' && i + 1 < most && in.text.charAt(i + 1) == '.');
      // A quote may hide blanks, so that the list goes on behind them.
      list |= "'\"\\$`".indexOf(c) >= 0 && in.text.indexOf(',', i) > 0;
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
