package dev.tenon.cli.terminal.render;

/// Bold, italic and code within one line. A mark is held back until its partner arrives or it is
/// clear that none will; then it is shown as it was written.
final class InlineMarkdown {
  /// A partner further away than this is none.
  private static final int REACH = 400;

  private static final String ESCAPABLE = "\\`*_{}[]()#+-.!|<>~";

  private final Palette palette;
  private final StringBuilder held = new StringBuilder();
  private char last = ' ';

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
      int next = step(at, extent, out);
      if (next == at) {
        break;
      }
      last = held.charAt(next - 1);
      at = next;
    }
    held.delete(0, at);
    return out.toString();
  }

  /// Handles what begins here and answers where it ends; the same place when it has to wait.
  private int step(int at, MarkdownBlock.Extent extent, StringBuilder out) {
    char c = held.charAt(at);
    boolean waits = extent == MarkdownBlock.Extent.OPEN && held.length() - at < REACH;
    return switch (c) {
      case '`' -> code(at, waits, out);
      case '*', '_' -> emphasis(at, waits, out);
      case '\\' -> escape(at, waits, out);
      default -> {
        int end = at + 1;
        while (end < held.length() && "`*_\\".indexOf(held.charAt(end)) < 0) {
          end++;
        }
        out.append(held, at, end);
        yield end;
      }
    };
  }

  private int escape(int at, boolean waits, StringBuilder out) {
    if (at + 1 == held.length()) {
      return waits ? at : literal(at, at + 1, out);
    }
    if (ESCAPABLE.indexOf(held.charAt(at + 1)) < 0) {
      return literal(at, at + 1, out);
    }
    return literal(at + 1, at + 2, out);
  }

  private int code(int at, boolean waits, StringBuilder out) {
    int marks = runEnd(at) - at;
    int open = at + marks;
    if (open == held.length() && waits) {
      return at;
    }
    for (int i = open; i < held.length(); ) {
      if (held.charAt(i) != '`') {
        i++;
        continue;
      }
      int end = runEnd(i);
      if (end - i == marks) {
        if (end == held.length() && waits) {
          return at;
        }
        String content = held.substring(open, i);
        boolean padded = content.startsWith(" ") && content.endsWith(" ") && !content.isBlank();
        out.append(palette.paint(Style.CODE, padded ? content.strip() : content));
        return end;
      }
      i = end;
    }
    return waits ? at : literal(at, open, out);
  }

  private int emphasis(int at, boolean waits, StringBuilder out) {
    char mark = held.charAt(at);
    int open = runEnd(at);
    int marks = open - at;
    if (open == held.length()) {
      return waits ? at : literal(at, open, out);
    }
    boolean opens =
        marks <= 3
            && !Character.isWhitespace(held.charAt(open))
            && !(mark == '_' && Character.isLetterOrDigit(last));
    if (!opens) {
      return literal(at, open, out);
    }
    int close = closing(open, mark, marks);
    if (close < 0) {
      return waits ? at : literal(at, open, out);
    }
    int end = close + marks;
    if (end == held.length() && waits) {
      // One more of these marks would change what they mean.
      return at;
    }
    String inner = inner(held.substring(open, close));
    out.append(
        switch (marks) {
          case 1 -> palette.paint(Style.ITALIC, inner);
          case 2 -> palette.paint(Style.BOLD, inner);
          default -> palette.paint(Style.BOLD, palette.paint(Style.ITALIC, inner));
        });
    return end;
  }

  /// Where the partner of these marks begins, or -1.
  private int closing(int from, char mark, int marks) {
    for (int i = from; i < held.length(); ) {
      char c = held.charAt(i);
      if (c == '`') {
        i = afterCode(i);
      } else if (c == '\\') {
        i += 2;
      } else if (c == mark) {
        int end = runEnd(i);
        boolean closes =
            end - i == marks
                && !Character.isWhitespace(held.charAt(i - 1))
                && !(mark == '_'
                    && end < held.length()
                    && Character.isLetterOrDigit(held.charAt(end)));
        if (closes) {
          return i;
        }
        i = end;
      } else {
        i++;
      }
    }
    return -1;
  }

  /// Skips a code span, in which marks mean nothing.
  private int afterCode(int at) {
    int open = runEnd(at);
    int close = held.indexOf("`".repeat(open - at), open);
    return close < 0 ? open : runEnd(close);
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
    while (end < held.length() && held.charAt(end) == held.charAt(at)) {
      end++;
    }
    return end;
  }
}
