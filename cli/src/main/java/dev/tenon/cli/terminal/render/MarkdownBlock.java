package dev.tenon.cli.terminal.render;

/// What a line of Markdown is, judged by its beginning.
sealed interface MarkdownBlock {

  /// More of the line is needed to tell.
  record Undecided() implements MarkdownBlock {
    private static final Undecided VALUE = new Undecided();
  }

  record Prose(String rest) implements MarkdownBlock {}

  record Heading(int level, String rest) implements MarkdownBlock {}

  /// An item of a list; without a number it is a bullet.
  record Item(String indentation, String number, String rest) implements MarkdownBlock {}

  record Quote(String rest) implements MarkdownBlock {}

  record Rule() implements MarkdownBlock {}

  /// Opens a code block.
  record Fence(String marks, String text) implements MarkdownBlock {}

  record FenceEnd(String text) implements MarkdownBlock {}

  record Code(String text) implements MarkdownBlock {}

  /// A row of a table, which stays as its writer aligned it.
  record Row(String text) implements MarkdownBlock {}

  /// How much of the line is known.
  enum Extent {
    OPEN,
    WHOLE
  }

  /// @param fence the marks that opened the code block around the line; empty outside of one
  static MarkdownBlock classify(String line, String fence, Extent extent) {
    int start = 0;
    while (start < line.length() && line.charAt(start) == ' ') {
      start++;
    }
    String rest = line.substring(start);
    boolean whole = extent == Extent.WHOLE;
    if (!fence.isEmpty()) {
      return inFence(line, rest, fence, whole);
    }
    if (rest.isEmpty()) {
      return whole || start > 20 ? new Prose(line) : Undecided.VALUE;
    }
    return switch (rest.charAt(0)) {
      case '#' -> heading(line, rest, whole);
      case '`', '~' -> fence(line, rest, whole);
      case '>' -> quote(rest, whole);
      case '|' -> new Row(line);
      case '-', '*', '+', '_' -> itemOrRule(line, rest, whole);
      case '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> numbered(line, rest, whole);
      default -> new Prose(line);
    };
  }

  private static MarkdownBlock inFence(String line, String rest, String fence, boolean whole) {
    int marks = run(rest, fence.charAt(0));
    boolean blankAfter = rest.substring(marks).isBlank();
    if (blankAfter && !whole) {
      return Undecided.VALUE;
    }
    return blankAfter && marks >= fence.length() ? new FenceEnd(line) : new Code(line);
  }

  private static MarkdownBlock heading(String line, String rest, boolean whole) {
    int level = run(rest, '#');
    if (level > 6) {
      return new Prose(line);
    }
    if (level == rest.length()) {
      return whole ? new Prose(line) : Undecided.VALUE;
    }
    return rest.charAt(level) == ' '
        ? new Heading(level, rest.substring(level + 1))
        : new Prose(line);
  }

  private static MarkdownBlock fence(String line, String rest, boolean whole) {
    int marks = run(rest, rest.charAt(0));
    if (marks >= 3) {
      // An inline code span may also begin with three marks; then more of them follow.
      String info = rest.substring(marks);
      if (info.indexOf('`') >= 0) {
        return new Prose(line);
      }
      return whole ? new Fence(rest.substring(0, marks), line) : Undecided.VALUE;
    }
    return marks == rest.length() && !whole ? Undecided.VALUE : new Prose(line);
  }

  private static MarkdownBlock quote(String rest, boolean whole) {
    if (rest.length() == 1 && !whole) {
      return Undecided.VALUE;
    }
    boolean space = rest.length() > 1 && rest.charAt(1) == ' ';
    return new Quote(rest.substring(space ? 2 : 1));
  }

  private static MarkdownBlock itemOrRule(String line, String rest, boolean whole) {
    char mark = rest.charAt(0);
    int marks = 0;
    for (int i = 0; i < rest.length(); i++) {
      if (rest.charAt(i) == mark) {
        marks++;
      } else if (rest.charAt(i) != ' ') {
        return item(line, rest);
      }
    }
    if (!whole) {
      return Undecided.VALUE;
    }
    return marks >= 3 && mark != '+' ? new Rule() : item(line, rest);
  }

  private static MarkdownBlock item(String line, String rest) {
    return rest.charAt(0) != '_' && rest.length() > 1 && rest.charAt(1) == ' '
        ? new Item(indentation(line, rest), "", rest.substring(2))
        : new Prose(line);
  }

  private static MarkdownBlock numbered(String line, String rest, boolean whole) {
    int digits = 0;
    while (digits < rest.length() && Character.isDigit(rest.charAt(digits))) {
      digits++;
    }
    if (digits > 9) {
      return new Prose(line);
    }
    if (rest.length() < digits + 2) {
      boolean could = digits == rest.length() || ".)".indexOf(rest.charAt(digits)) >= 0;
      return could && !whole ? Undecided.VALUE : new Prose(line);
    }
    return ".)".indexOf(rest.charAt(digits)) >= 0 && rest.charAt(digits + 1) == ' '
        ? new Item(
            indentation(line, rest), rest.substring(0, digits + 1), rest.substring(digits + 2))
        : new Prose(line);
  }

  private static String indentation(String line, String rest) {
    return line.substring(0, line.length() - rest.length());
  }

  private static int run(String text, char mark) {
    int length = 0;
    while (length < text.length() && text.charAt(length) == mark) {
      length++;
    }
    return length;
  }
}
