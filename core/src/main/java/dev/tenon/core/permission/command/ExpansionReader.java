package dev.tenon.core.permission.command;

import dev.tenon.core.permission.command.WordReader.WordDraft;
import java.util.List;

/// Reads what begins with a dollar sign or a backquote. Commands inside go to the parser, and so
/// does what evaluates data.
final class ExpansionReader {
  private final Cursor in;
  private final ShellParser parser;
  private final WordReader words;
  private int arithmeticStart = -1;
  private int arithmeticEnd = -1;

  ExpansionReader(Cursor in, ShellParser parser, WordReader words) {
    this.in = in;
    this.parser = parser;
    this.words = words;
  }

  void dollar(WordDraft draft, boolean inQuotes) throws SyntaxException {
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
      WordReader.literal(AnsiQuote.read(in), draft);
      return;
    }
    if (next == '"' && !inQuotes) {
      in.at += 2;
      draft.quoted = true;
      words.doubleQuoted(draft);
      // A translation may say anything.
      draft.fog = true;
      return;
    }
    boolean many = false;
    if (isContinued(1) || ((next == '(' || next == '{') && isContinued(2))) {
      throw new SyntaxException("an expansion goes on in the next line");
    }
    if (next == '(') {
      in.at += 2;
      if (in.here() == '(' && arithmetic()) {
        arithmeticStart = start;
        arithmeticEnd = in.at;
      } else {
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
      if (isContinued(0)) {
        throw new SyntaxException("a name goes on in the next line");
      }
    } else if (next != Cursor.END && (Character.isDigit(next) || "?$!#*@-".indexOf(next) >= 0)) {
      in.at += 2;
      many = next == '@';
    } else {
      draft.text.append('$');
      in.at++;
      return;
    }
    remember(draft, in.text.substring(start, in.at), inQuotes);
    if (draft.text.isEmpty()) {
      String written = in.text.substring(start, in.at);
      draft.home = written.equalsIgnoreCase("$HOME") || written.equalsIgnoreCase("${HOME}");
    }
    draft.text.append(Word.ANYTHING);
    draft.splitting |= !inQuotes || many;
  }

  /// Whether the line is continued so many characters from here: the shell does not see the break.
  private boolean isContinued(int ahead) {
    return in.ahead(ahead) == '\\' && in.ahead(ahead + 1) == '\n';
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
        parser.arithmetic(in.text.substring(start + 1, in.at));
        in.at += 2;
        return true;
      }
      odd |= c == ';' || c == '\n' || c == '{' || (c == '#' && Cursor.isBlank(in.ahead(-1)));
      odd |= hides(c);
      depth += c == '(' ? 1 : c == ')' ? -1 : 0;
      expanded(c);
    }
    in.at = start;
    parser.rewind(mark);
    return false;
  }

  /// Whether something begins here that quotes outside of double quotes, and does not inside:
  /// arithmetic is read as if inside.
  private boolean hides(char c) {
    char next = in.ahead(1);
    return c == '\'' || c == '\\' || (c == '$' && (next == '\'' || next == '"'));
  }

  /// Goes over one character, quote or expansion, for what is inside of it.
  private void expanded(char c) throws SyntaxException {
    var ignored = new WordDraft();
    switch (c) {
      case '\'' -> words.singleQuoted(ignored);
      case '"' -> {
        in.at++;
        words.doubleQuoted(ignored);
      }
      case '\\' -> in.at += Math.min(2, in.text.length() - in.at);
      case '$' -> dollar(ignored, false);
      case '`' -> backtick();
      default -> in.at++;
    }
  }

  /// The three parts of `for ((…; …; …))`, up to and with the parentheses, which are not in the
  /// answer.
  String loopHead() throws SyntaxException {
    int start = in.at;
    int depth = 0;
    while (!in.ended()) {
      in.tick();
      char c = in.here();
      if (c == ')' && depth == 0) {
        if (in.ahead(1) != ')') {
          throw new SyntaxException("the head of a loop is not closed");
        }
        in.at += 2;
        return in.text.substring(start, in.at - 2);
      }
      if (c == '\n' || c == '{' || hides(c)) {
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
    int behind = in.at;
    while (!in.ended()) {
      in.tick();
      char c = in.here();
      if (c == '}') {
        String all = in.text.substring(start, in.at);
        in.at++;
        if (all.endsWith("@P")) {
          throw new SyntaxException("it expands a variable as a prompt");
        }
        if (indirect || !evaluatesNothing(in.text.substring(behind, in.at - 1))) {
          evaluated(in.text.substring(behind, in.at - 1), indirect);
        }
        return many || all.contains("[@]") || all.endsWith("@}");
      }
      if (c == '=' && (in.ahead(-1) == ':' || in.at == nameStart + name.length())) {
        parser.variable(name);
      }
      if (c == '"') {
        in.at++;
        words.doubleQuoted(new WordDraft());
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
      } else if (c == '$' && hides(c)) {
        throw new SyntaxException("it quotes inside of an expansion");
      } else {
        expanded(c);
      }
    }
    throw new SyntaxException("an expansion is not closed");
  }

  /// Whether what stands behind a parameter's name holds neither a subscript nor an offset.
  private static boolean evaluatesNothing(String rest) {
    boolean offset =
        rest.startsWith(":") && (rest.length() < 2 || "-=?+".indexOf(rest.charAt(1)) < 0);
    return !offset && !rest.startsWith("[");
  }

  /// `${!name}` takes the value for a name; subscripts and offsets are arithmetic.
  private void evaluated(String rest, boolean indirect) {
    boolean whole = rest.startsWith("[@]") || rest.startsWith("[*]");
    if (indirect) {
      // These are lists of names or of subscripts.
      boolean names = rest.equals("*") || rest.equals("@") || (whole && rest.length() == 3);
      if (!names) {
        parser.evaluation();
      }
      return;
    }
    String offset = rest;
    if (rest.startsWith("[")) {
      int end = rest.indexOf(']');
      if (end < 0) {
        parser.evaluation();
        return;
      }
      if (!whole) {
        parser.arithmetic(rest.substring(1, end));
      }
      offset = rest.substring(end + 1);
    }
    if (!evaluatesNothing(offset)) {
      parser.arithmetic(offset.substring(1));
    }
  }

  /// Whether the text from a place to here is one arithmetic expansion.
  boolean isArithmetic(int from) {
    return arithmeticStart == from && arithmeticEnd == in.at;
  }

  /// Takes note of what `$name` or `${name}` can come to, where that is one word each time.
  private void remember(WordDraft draft, String written, boolean inQuotes) {
    boolean braces = written.startsWith("${") && written.endsWith("}");
    String name = written.substring(braces ? 2 : 1, written.length() - (braces ? 1 : 0));
    List<Word> values = parser.known().values(name);
    for (Word value : values) {
      for (int i = 0; i < value.text().length() && !inQuotes; i++) {
        char c = value.text().charAt(i);
        boolean plain = "/._-+,:@%=".indexOf(c) >= 0 || Character.isLetterOrDigit(c);
        if (!plain) {
          return;
        }
      }
      if (value.text().isEmpty() && !inQuotes) {
        return;
      }
    }
    if (!values.isEmpty()) {
      draft.comesTo(values);
    }
  }

  void backtick() throws SyntaxException {
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
}
