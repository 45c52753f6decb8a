package dev.tenon.cli.terminal.markdown;

/// What a line of Markdown begins with.
final class MarkdownMarks {
  private MarkdownMarks() {}

  /// Whether a line begins with no mark, so that it may go on with the paragraph above.
  static boolean text(String rest) {
    return fence(rest).isEmpty() && heading(rest) == 0 && !rule(rest) && item(rest) == 0;
  }

  /// How long the mark of a list's item is: 1 for a bullet, more for a number, 0 if there is none.
  static int item(String rest) {
    if ("-*+".indexOf(rest.charAt(0)) >= 0) {
      return rest.length() > 1 && rest.charAt(1) == ' ' ? 1 : 0;
    }
    int digits = 0;
    while (digits < rest.length() && digits < 10 && Character.isDigit(rest.charAt(digits))) {
      digits++;
    }
    boolean marked =
        digits > 0
            && digits < 10
            && rest.length() > digits + 1
            && ".)".indexOf(rest.charAt(digits)) >= 0
            && rest.charAt(digits + 1) == ' ';
    return marked ? digits + 1 : 0;
  }

  static boolean rule(String rest) {
    char mark = rest.charAt(0);
    int marks = 0;
    for (int i = 0; i < rest.length(); i++) {
      char c = rest.charAt(i);
      if (c != mark && c != ' ') {
        return false;
      }
      marks += c == mark ? 1 : 0;
    }
    return marks >= 3 && "-*_".indexOf(mark) >= 0;
  }

  /// The marks that open code here; empty if none do.
  static String fence(String line) {
    String rest = line.stripLeading();
    if (rest.isEmpty() || (rest.charAt(0) != '`' && rest.charAt(0) != '~')) {
      return "";
    }
    int marks = run(rest, rest.charAt(0));
    // A code span may begin with three marks as well; then more of them follow.
    boolean span = rest.charAt(0) == '`' && rest.indexOf('`', marks) >= 0;
    return marks >= 3 && !span ? rest.substring(0, marks) : "";
  }

  /// The level of a heading; 0 if it is none.
  static int heading(String rest) {
    int level = run(rest, '#');
    boolean marked = rest.length() == level || rest.charAt(level) == ' ';
    return level <= 6 && marked ? level : 0;
  }

  /// Without the marks that may close it.
  static String title(String text) {
    String bare = text.strip();
    int end = bare.length();
    while (end > 0 && bare.charAt(end - 1) == '#') {
      end--;
    }
    return end == 0 || bare.charAt(end - 1) == ' ' ? bare.substring(0, end).strip() : bare;
  }

  /// Without the mark that breaks the line behind it.
  static String hardBreak(String text) {
    String bare = text.stripTrailing();
    return bare.endsWith("\\") && !bare.endsWith("\\\\")
        ? bare.substring(0, bare.length() - 1)
        : bare;
  }

  /// Where the blanks end that begin here.
  static int indentation(String line, int from) {
    int at = from;
    while (at < line.length() && line.charAt(at) == ' ') {
      at++;
    }
    return at;
  }

  static int run(String text, char mark) {
    int length = 0;
    while (length < text.length() && text.charAt(length) == mark) {
      length++;
    }
    return length;
  }
}
