package dev.tenon.core.permission.command;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

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
    } else if (draft.quoted || draft.fog || !isPlain(draft.text) || !isPlain(in.ahead(2))) {
      // It could join what is no expansion or list by itself.
      throw new SyntaxException("a word goes on in the next line");
    }
    in.at += 2;
  }

  private static boolean isPlain(CharSequence text) {
    for (int i = 0; i < text.length(); i++) {
      if (!isPlain(text.charAt(i))) {
        return false;
      }
    }
    return true;
  }

  private static boolean isPlain(char c) {
    return Cursor.isNamePart(c) || c == '-' || c == '/' || c == '.' || Cursor.isMeta(c);
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

  /// Reads `name=value` if that is what begins here.
  boolean assignment(List<SimpleCommand.Assignment> assignments) throws SyntaxException {
    int start = in.at;
    int mark = parser.mark();
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
        read(Place.ASSIGNMENT);
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
      parser.rewind(mark);
      return false;
    }
    if (in.here() == '+' && in.ahead(1) == '=') {
      in.at++;
    }
    if (in.here() != '=') {
      in.at = start;
      return false;
    }
    boolean adds = in.here() == '+' || in.ahead(-1) == '+';
    in.at++;
    if (in.here() == '(') {
      in.at++;
      array();
      parser.set(name, false, List.of());
      assignments.add(new SimpleCommand.Assignment(name, Word.of(String.valueOf(Word.ANYTHING))));
    } else {
      int from = in.at;
      Word value = read(Place.ASSIGNMENT);
      String written = in.text.substring(from, in.at);
      boolean number =
          KnownValues.isNumber(value.text())
              || expansions.isArithmetic(from)
              || written.equals("$#")
              || written.equals("$?");
      parser.set(
          name,
          number && !adds,
          adds || !value.constant() ? List.of() : KnownValues.listed(List.of(value)));
      assignments.add(new SimpleCommand.Assignment(name, value));
    }
    return true;
  }

  /// A word in the making.
  static final class WordDraft {
    private static final int MOST_VALUES = 16;

    final StringBuilder text = new StringBuilder();
    boolean splitting;
    boolean quoted;

    /// Whether it begins with `$HOME`.
    boolean home;

    /// Whether nothing can be said of it any more.
    boolean fog;

    /// What the marks at some places can come to.
    private final Map<Integer, List<Word>> known = new HashMap<>();

    /// Says what the mark that is put next can come to.
    void comesTo(List<Word> values) {
      known.put(text.length(), values);
    }

    Word done() {
      return new Word(
              fog ? String.valueOf(Word.ANYTHING) : text.toString(),
              splitting,
              quoted,
              home && !fog,
              List.of(),
              "")
          .comingTo(known.isEmpty() || fog ? List.of() : values());
    }

    /// All that it can come to, if each of its marks is known.
    private List<Word> values() {
      List<String> all = List.of("");
      for (int i = 0; i < text.length(); i++) {
        char c = text.charAt(i);
        List<Word> values = known.getOrDefault(i, List.of());
        if (values.isEmpty() && Word.isMark(c)) {
          return List.of();
        }
        var next = new ArrayList<String>();
        for (String start : all) {
          if (values.isEmpty()) {
            next.add(start + c);
          }
          for (Word value : values) {
            next.add(start + value.text());
          }
        }
        if (next.size() > MOST_VALUES) {
          return List.of();
        }
        all = next;
      }
      var words = new ArrayList<Word>();
      for (String each : all) {
        words.add(new Word(each, false, true));
      }
      return words;
    }
  }
}
