package dev.tenon.core.permission.command;

/// A place in a text, and how much work may still be done on it.
final class Cursor {
  static final char END = '\uFFFF';
  private static final int STEPS_PER_CHARACTER = 64;

  final String text;
  int at;
  private final Effort effort;

  /// A text of its own: the work on it is in proportion to its length.
  Cursor(String text) {
    this(text, new Effort(4096 + STEPS_PER_CHARACTER * text.length()));
  }

  /// A part of a text, whose work counts as work on the whole.
  Cursor(String part, Cursor whole) {
    this(part, whole.effort);
  }

  private Cursor(String text, Effort effort) {
    this.text = text;
    this.effort = effort;
  }

  int steps() {
    return effort.spent();
  }

  boolean ended() {
    return at >= text.length();
  }

  /// The character here, or [#END].
  char here() {
    return at < text.length() ? text.charAt(at) : END;
  }

  char ahead(int distance) {
    return at + distance < text.length() ? text.charAt(at + distance) : END;
  }

  boolean looksAt(String expected) {
    return text.startsWith(expected, at);
  }

  /// Counts one step of a loop, so that no text costs more than a little.
  void tick() throws SyntaxException {
    if (!effort.spend(1)) {
      throw new SyntaxException("it is too intricate");
    }
  }

  /// What would be a word here if nothing in it were quoted.
  String rawWord() {
    int end = at;
    while (end < text.length() && !isMeta(text.charAt(end)) && end - at < 32) {
      end++;
    }
    return text.substring(at, end);
  }

  static boolean isBlank(char c) {
    return c == ' ' || c == '\t';
  }

  /// Characters that end a word.
  static boolean isMeta(char c) {
    return switch (c) {
      case ' ', '\t', '\n', ';', '&', '|', '(', ')', '<', '>' -> true;
      default -> false;
    };
  }

  /// Blanks, line continuations, and a comment.
  void skipBlanks() throws SyntaxException {
    boolean start = at == 0 || isMeta(text.charAt(at - 1));
    while (!ended()) {
      tick();
      if (isBlank(here())) {
        at++;
        start = true;
      } else if (here() == '\\' && ahead(1) == '\n') {
        at += 2;
      } else if (here() == '#' && start) {
        int end = text.indexOf('\n', at);
        at = end < 0 ? text.length() : end;
      } else {
        return;
      }
    }
  }

  static boolean isNameStart(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  }

  static boolean isNamePart(char c) {
    return isNameStart(c) || (c >= '0' && c <= '9');
  }

  /// The end of the name that begins here.
  int nameEnd() {
    int end = at;
    if (end < text.length() && isNameStart(text.charAt(end))) {
      while (end < text.length() && isNamePart(text.charAt(end))) {
        end++;
      }
    }
    return end;
  }
}
