package dev.tenon.engine.template;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.regex.Pattern;

/// A place in a command: what stands before it decides how a word has to be quoted there.
enum ShellPlace {
  /// Outside of quotes.
  BARE,
  /// Between `'` and `'`.
  SINGLE,
  /// Between `"` and `"`.
  DOUBLE,
  /// Where quotes mean something else, or nobody can say: in a here-document, in backticks, in
  /// `${…}` or `$'…'`, in a comment, behind a `case`.
  UNCERTAIN;

  /// Its branches have parentheses that close nothing.
  private static final Pattern CASE =
      Pattern.compile("(?<![^\\s;&|(])case\\s.*\\sin(?=\\s)", Pattern.DOTALL);

  private static final char ANSI = 'a';

  /// The place before the sign with this index.
  static ShellPlace of(String command, int index) {
    if (CASE.matcher(command.substring(0, index)).find()) {
      return UNCERTAIN;
    }
    Deque<Character> open = new ArrayDeque<>();
    for (int i = 0; i < index; i++) {
      char sign = command.charAt(i);
      char next = i + 1 < index ? command.charAt(i + 1) : ' ';
      char before = i == 0 ? ' ' : command.charAt(i - 1);
      char around = open.isEmpty() ? ' ' : open.peek();
      if (around == '\'') {
        close(open, sign == '\'');
      } else if (sign == '\\') {
        i++;
      } else if (around == ANSI) {
        close(open, sign == '\'');
      } else if (sign == '`' || (around == '{' && (sign == '\'' || sign == '"'))) {
        return UNCERTAIN;
      } else if (sign == '$' && (next == '(' || next == '{')) {
        open.push(next);
        i++;
      } else if (around == '"') {
        close(open, sign == '"');
      } else if (sign == '\'') {
        open.push(before == '$' ? ANSI : '\'');
      } else if (sign == '"' || sign == '(') {
        open.push(sign);
      } else if (sign == ')' || sign == '}') {
        close(open, around == (sign == ')' ? '(' : '{'));
      } else if ((sign == '<' && next == '<')
          || (sign == '#' && " \t\n;&|(".indexOf(before) >= 0)) {
        return UNCERTAIN;
      }
    }
    char around = open.isEmpty() ? '(' : open.peek();
    return switch (around) {
      case '(' -> BARE;
      case '\'' -> SINGLE;
      case '"' -> DOUBLE;
      default -> UNCERTAIN;
    };
  }

  private static void close(Deque<Character> open, boolean closes) {
    if (closes) {
      open.pop();
    }
  }
}
