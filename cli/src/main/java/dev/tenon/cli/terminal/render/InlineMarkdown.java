package dev.tenon.cli.terminal.render;

/// Bold, italic and code within one line. A mark is held back until its partner arrives or it is
/// clear that none will; then it is shown as it was written. The result is the same in whatever
/// pieces the line arrives.
final class InlineMarkdown {
  /// A partner further away than this is none.
  private static final int REACH = 400;

  private static final int NONE = -1;

  /// It depends on what comes next.
  private static final int UNKNOWN = -2;

  private static final String ESCAPABLE = "\\`*_{}[]()#+-.!|<>~";

  private final Palette palette;
  private final StringBuilder held = new StringBuilder();
  private char last = ' ';

  /// How far to look from the current mark, and whether nothing can follow within that distance.
  private int limit;

  private boolean complete;

  InlineMarkdown(Palette palette) {
    this.palette = palette;
  }

  String add(String piece) {
    held.append(piece);
    return advance(MarkdownBlock.Extent.OPEN);
  }

  /// The rest of the line.
  String finish() {
    String rest = advance(MarkdownBlock.Extent.WHOLE);
    last = ' ';
    return rest;
  }

  private String advance(MarkdownBlock.Extent extent) {
    var out = new StringBuilder();
    int at = 0;
    while (at < held.length()) {
      limit = Math.min(held.length(), at + REACH);
      complete = extent == MarkdownBlock.Extent.WHOLE || limit == at + REACH;
      int next = step(at, out);
      if (next == UNKNOWN) {
        break;
      }
      last = held.charAt(next - 1);
      at = next;
    }
    held.delete(0, at);
    return out.toString();
  }

  /// Handles what begins here and answers where it ends, or [#UNKNOWN].
  private int step(int at, StringBuilder out) {
    return switch (held.charAt(at)) {
      case '`' -> code(at, out);
      case '*', '_' -> emphasis(at, out);
      case '\\' -> escape(at, out);
      default -> {
        int end = at + 1;
        while (end < held.length() && "`*_\\".indexOf(held.charAt(end)) < 0) {
          end++;
        }
        yield literal(at, end, out);
      }
    };
  }

  private int escape(int at, StringBuilder out) {
    if (at + 1 == limit) {
      return complete ? literal(at, at + 1, out) : UNKNOWN;
    }
    boolean escapes = ESCAPABLE.indexOf(held.charAt(at + 1)) >= 0;
    return escapes ? literal(at + 1, at + 2, out) : literal(at, at + 1, out);
  }

  private int code(int at, StringBuilder out) {
    int open = runEnd(at);
    int close = codeEnd(at);
    if (close == UNKNOWN) {
      return UNKNOWN;
    }
    if (close == NONE) {
      return literal(at, open, out);
    }
    String content = held.substring(open, close - (open - at));
    boolean padded = content.startsWith(" ") && content.endsWith(" ") && !content.isBlank();
    out.append(palette.paint(Style.CODE, padded ? content.strip() : content));
    return close;
  }

  /// Where the code span that opens here ends.
  private int codeEnd(int at) {
    int marks = runEnd(at) - at;
    for (int i = at + marks; i < limit; ) {
      if (held.charAt(i) == '`') {
        int end = runEnd(i);
        if (end - i == marks && (end < limit || complete)) {
          return end;
        }
        i = end;
      } else {
        i++;
      }
    }
    return complete ? NONE : UNKNOWN;
  }

  private int emphasis(int at, StringBuilder out) {
    char mark = held.charAt(at);
    int open = runEnd(at);
    int marks = open - at;
    if (open == limit) {
      return complete ? literal(at, open, out) : UNKNOWN;
    }
    boolean opens =
        marks <= 3
            && !Character.isWhitespace(held.charAt(open))
            && !(mark == '_' && Character.isLetterOrDigit(last));
    int close = opens ? closing(open, mark, marks) : NONE;
    if (close == UNKNOWN) {
      return UNKNOWN;
    }
    if (close == NONE) {
      return literal(at, open, out);
    }
    String inner = inner(held.substring(open, close));
    out.append(
        switch (marks) {
          case 1 -> palette.paint(Style.ITALIC, inner);
          case 2 -> palette.paint(Style.BOLD, inner);
          default -> palette.paint(Style.BOLD, palette.paint(Style.ITALIC, inner));
        });
    return close + marks;
  }

  /// Where the partner of these marks begins.
  private int closing(int from, char mark, int marks) {
    for (int i = from; i < limit; ) {
      char c = held.charAt(i);
      if (c == '`') {
        // Within code, marks mean nothing.
        int end = codeEnd(i);
        if (end == UNKNOWN) {
          return UNKNOWN;
        }
        i = end == NONE ? runEnd(i) : end;
      } else if (c == '\\') {
        i += 2;
      } else if (c == mark) {
        int end = runEnd(i);
        if (end == limit && !complete) {
          // One more of these marks would change what they mean.
          return UNKNOWN;
        }
        if (end - i == marks && closes(i, end, mark)) {
          return i;
        }
        i = end;
      } else {
        i++;
      }
    }
    return complete ? NONE : UNKNOWN;
  }

  private boolean closes(int start, int end, char mark) {
    boolean inWord = end < limit && Character.isLetterOrDigit(held.charAt(end));
    return !Character.isWhitespace(held.charAt(start - 1)) && !(mark == '_' && inWord);
  }

  private String inner(String text) {
    var nested = new InlineMarkdown(palette);
    return nested.add(text) + nested.finish();
  }

  private int literal(int from, int to, StringBuilder out) {
    out.append(held, from, to);
    return to;
  }

  private int runEnd(int at) {
    int end = at;
    while (end < limit && held.charAt(end) == held.charAt(at)) {
      end++;
    }
    return end;
  }
}
