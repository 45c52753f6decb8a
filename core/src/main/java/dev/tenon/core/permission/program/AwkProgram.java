package dev.tenon.core.permission.program;

import java.util.Set;

/// Whether a program of `awk` only looks at its input: `|` and `system` run commands, `>` behind
/// `print` writes files, `getline` and `ARGV` read files that no word names.
public final class AwkProgram {
  private static final Set<String> REFUSED =
      Set.of("system", "getline", "ARGV", "ARGC", "SYMTAB", "FUNCTAB", "PROCINFO", "nextfile");

  /// Words behind which a slash begins a pattern, as it does behind an operator.
  private static final Set<String> KEYWORDS =
      Set.of("print", "printf", "return", "in", "case", "else", "do", "delete", "BEGIN", "END");

  private final String text;
  private int at;

  /// What came before: a value, behind which a slash divides.
  private boolean value;

  private boolean closed;
  private boolean prints;
  private int depth;

  private AwkProgram(String text) {
    this.text = text;
  }

  public static boolean harmless(String program) {
    return new AwkProgram(program).all();
  }

  private boolean all() {
    while (at < text.length()) {
      if (!token(text.charAt(at))) {
        return false;
      }
    }
    return depth == 0;
  }

  private boolean token(char c) {
    if (Character.isWhitespace(c)) {
      at++;
      if (c == '\n') {
        value = false;
        closed = false;
      }
      return true;
    }
    if (c == '_' || (c < 128 && Character.isLetter(c))) {
      return word();
    }
    boolean after = closed;
    closed = false;
    if (c < 128 && Character.isDigit(c)) {
      while (at < text.length() && isNumber(text.charAt(at))) {
        at++;
      }
      value = true;
      return true;
    }
    return switch (c) {
      case '"' -> string();
      case '/' -> slash(after);
      case '#' -> {
        int end = text.indexOf('\n', at);
        at = end < 0 ? text.length() : end;
        yield true;
      }
      case '\\' -> {
        boolean line = at + 1 < text.length() && text.charAt(at + 1) == '\n';
        at += 2;
        yield line;
      }
      case '|' -> {
        boolean or = at + 1 < text.length() && text.charAt(at + 1) == '|';
        at += 2;
        value = false;
        yield or;
      }
      case '>' -> {
        at++;
        value = false;
        yield !prints || depth > 0;
      }
      case '+', '-' -> {
        boolean twice = at + 1 < text.length() && text.charAt(at + 1) == c;
        at += twice ? 2 : 1;
        // Behind it a slash may divide or begin a pattern.
        closed = twice;
        value = twice && value;
        yield true;
      }
      default -> mark(c);
    };
  }

  private static boolean isNumber(char c) {
    return c == '.' || (c < 128 && Character.isLetterOrDigit(c));
  }

  private boolean word() {
    int start = at;
    while (at < text.length() && (text.charAt(at) == '_' || isNumber(text.charAt(at)))) {
      if (text.charAt(at) == '.') {
        break;
      }
      at++;
    }
    String word = text.substring(start, at);
    prints |= word.equals("print") || word.equals("printf");
    value = !KEYWORDS.contains(word);
    // Some read a pattern behind these, others a division.
    closed = word.equals("length") || word.equals("exit") || word.equals("next");
    return !REFUSED.contains(word);
  }

  private boolean string() {
    for (int i = at + 1; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\n') {
        return false;
      }
      if (c == '\\') {
        i++;
      } else if (c == '"') {
        at = i + 1;
        value = true;
        return true;
      }
    }
    return false;
  }

  /// A division, or a pattern up to the next slash. Where that is not sure, nothing is.
  private boolean slash(boolean unsure) {
    int end = text.indexOf('\n', at);
    int next = text.indexOf('/', at + 1);
    boolean alone = next < 0 || (end >= 0 && next > end);
    if (unsure && !alone) {
      return false;
    }
    if (value || unsure) {
      at++;
      value = false;
      return true;
    }
    for (int i = at + 1; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\n') {
        return false;
      }
      if (c == '[') {
        int close = Brackets.end(text, i);
        // A slash inside of brackets ends the pattern for some, and not for others.
        if (close < 0 || text.substring(i, close).indexOf('/') >= 0) {
          return false;
        }
        i = close;
      } else if (c == '\\') {
        i++;
      } else if (c == '/') {
        at = i + 1;
        value = true;
        return true;
      }
    }
    return false;
  }

  private boolean mark(char c) {
    at++;
    switch (c) {
      case '(', '[' -> {
        depth++;
        value = false;
      }
      case ')', ']' -> {
        depth--;
        value = true;
        closed = c == ')';
      }
      case ';', '{', '}' -> {
        if (depth != 0 && c != ';') {
          return false;
        }
        prints &= c == '{' || depth > 0;
        value = false;
      }
      default -> {
        value = false;
        return "=<!~?:,*%^&$".indexOf(c) >= 0;
      }
    }
    return depth >= 0;
  }
}
