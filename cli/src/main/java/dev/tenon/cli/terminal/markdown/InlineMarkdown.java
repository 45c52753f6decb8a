package dev.tenon.cli.terminal.markdown;

import dev.tenon.cli.terminal.render.Abilities;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.Links;
import dev.tenon.cli.terminal.render.Style;

/// Emphasis, code, links and escapes within one line, or the lines of a paragraph, each of which
/// ends where it did. A mark without a partner stays as it was written. What a text may say about
/// itself ends here: the result has only styles and links of ours.
final class InlineMarkdown {
  /// A partner further away than this is none.
  private static final int REACH = 1_000;

  private static final int DEEPEST = 6;
  private static final int NONE = -1;
  private static final String ESCAPABLE = "\\`*_{}[]()#+-.!|<>~\"'&$%:;=?@^,/";
  private static final String MARKS = "`*_\\~[!<h&";

  private final DisplayOptions look;
  private final Extent extent;
  private final int depth;
  private String text = "";

  /// How much of the line is known.
  enum Extent {
    /// More may come: a mark without a partner is taken to get one.
    OPEN,
    WHOLE
  }

  InlineMarkdown(DisplayOptions look, Extent extent) {
    this(look, extent, 0);
  }

  private InlineMarkdown(DisplayOptions look, Extent extent, int depth) {
    this.look = look;
    this.extent = extent;
    this.depth = depth;
  }

  String painted(String line) {
    text = line;
    var out = new StringBuilder(line.length() + 16);
    int at = 0;
    while (at < text.length()) {
      at = step(at, out);
    }
    return out.toString();
  }

  /// How much of a line that is still written looks as it does whatever follows: no mark in it
  /// waits for a partner, and nothing with marks is cut.
  ///
  /// @param most no more than this
  static int settled(String line, int most, DisplayOptions look) {
    var inline = new InlineMarkdown(look, Extent.WHOLE);
    inline.text = line;
    var unused = new StringBuilder();
    int at = 0;
    while (at < most && inline.isSettled(at)) {
      int next = inline.step(at, unused);
      if (next > most) {
        return MARKS.indexOf(line.charAt(at)) < 0 ? most : at;
      }
      at = next;
    }
    return at;
  }

  /// How much of the lines of a paragraph looks as it does whatever follows: up to the last end of
  /// a line before that which is in nothing that has marks; -1 if there is none.
  static int settledLines(String lines, DisplayOptions look) {
    var inline = new InlineMarkdown(look, Extent.WHOLE);
    inline.text = lines;
    var unused = new StringBuilder();
    int settled = NONE;
    int at = 0;
    while (at < lines.length() && inline.isSettled(at)) {
      int next = inline.step(at, unused);
      if (MARKS.indexOf(lines.charAt(at)) < 0) {
        int end = lines.lastIndexOf('\n', next - 1);
        settled = end < at ? settled : end;
      }
      at = next;
    }
    return settled;
  }

  /// Whether what begins here is the same whatever follows the text.
  private boolean isSettled(int at) {
    int length = text.length();
    int open = runEnd(at);
    return switch (text.charAt(at)) {
      case '`' -> open < length && isCodeSettled(at);
      case '*', '_' ->
          open < length
              && (open - at > 3
                  || Character.isWhitespace(text.charAt(open))
                  || isWithinWord(at)
                  || isPairSettled(open, text.charAt(at), open - at));
      case '~' ->
          open < length
              && (open - at != 2
                  || Character.isWhitespace(text.charAt(open))
                  || isPairSettled(open, '~', 2));
      case '\\' -> at + 1 < length;
      case '!' -> at + 1 < length && (text.charAt(at + 1) != '[' || isLinkSettled(at + 1));
      case '[' -> isLinkSettled(at);
      // Addresses have no blanks.
      case '<', 'h', '&' -> blankAfter(at) < length;
      default -> true;
    };
  }

  /// Such a mark opens nothing.
  private boolean isWithinWord(int at) {
    return text.charAt(at) == '_' && at > 0 && Character.isLetterOrDigit(text.charAt(at - 1));
  }

  private int blankAfter(int at) {
    int end = at;
    while (end < text.length() && text.charAt(end) > ' ') {
      end++;
    }
    return end;
  }

  private boolean isCodeSettled(int at) {
    int close = codeEnd(at);
    return close == NONE ? text.length() - at >= REACH : close < text.length();
  }

  private boolean isPairSettled(int open, char mark, int marks) {
    int close = closing(open, mark, marks);
    if (close == NONE) {
      return text.length() - open >= REACH;
    }
    for (int i = open; i < close; ) {
      if (text.charAt(i) != '`') {
        i++;
      } else if (isCodeSettled(i)) {
        int end = codeEnd(i);
        i = end == NONE ? runEnd(i) : end;
      } else {
        return false;
      }
    }
    return runEnd(close) < text.length();
  }

  private boolean isLinkSettled(int at) {
    int close = bracketEnd(at);
    if (close == NONE) {
      return text.length() - at >= REACH;
    }
    if (close + 1 >= text.length()) {
      return false;
    }
    return text.charAt(close + 1) != '('
        || parenthesisEnd(close + 1) != NONE
        || text.length() - at >= 3 * REACH;
  }

  private int step(int at, StringBuilder out) {
    return switch (text.charAt(at)) {
      case '`' -> code(at, out);
      case '*', '_' -> emphasis(at, out);
      case '~' -> strike(at, out);
      case '\\' -> escape(at, out);
      case '[' -> link(at, at, out);
      case '!' -> text.startsWith("[", at + 1) ? link(at, at + 1, out) : literal(at, at + 1, out);
      case '<' -> angle(at, out);
      case 'h' -> bare(at, out);
      case '&' -> entity(at, out);
      default -> {
        int end = at + 1;
        while (end < text.length() && MARKS.indexOf(text.charAt(end)) < 0) {
          end++;
        }
        yield literal(at, end, out);
      }
    };
  }

  private int literal(int from, int to, StringBuilder out) {
    out.append(text, from, to);
    return to;
  }

  private int limit(int at) {
    return Math.min(text.length(), at + REACH);
  }

  private int escape(int at, StringBuilder out) {
    boolean escapes = at + 1 < text.length() && ESCAPABLE.indexOf(text.charAt(at + 1)) >= 0;
    return escapes ? literal(at + 1, at + 2, out) : literal(at, at + 1, out);
  }

  private int entity(int at, StringBuilder out) {
    String[][] known = {
      {"&amp;", "&"},
      {"&lt;", "<"},
      {"&gt;", ">"},
      {"&quot;", "\""},
      {"&#39;", "'"},
      {"&nbsp;", " "}
    };
    for (String[] each : known) {
      if (text.startsWith(each[0], at)) {
        out.append(each[1]);
        return at + each[0].length();
      }
    }
    return literal(at, at + 1, out);
  }

  private int code(int at, StringBuilder out) {
    int open = runEnd(at);
    int close = codeEnd(at);
    if (close == NONE) {
      if (extent == Extent.OPEN && open < text.length()) {
        out.append(coded(text.substring(open)));
        return text.length();
      }
      return literal(at, open, out);
    }
    String content = text.substring(open, close - (open - at));
    boolean padded = content.startsWith(" ") && content.endsWith(" ") && !content.isBlank();
    out.append(coded(padded ? content.substring(1, content.length() - 1) : content));
    return close;
  }

  /// Without colours the marks are all that tells.
  private String coded(String code) {
    return look.palette().isColoured() ? look.paint(Style.CODE, code) : "`" + code + "`";
  }

  /// Where the code span that opens here ends.
  private int codeEnd(int at) {
    int marks = runEnd(at) - at;
    int limit = limit(at);
    for (int i = at + marks; i < limit; ) {
      if (text.charAt(i) == '`') {
        int end = runEnd(i);
        if (end - i == marks) {
          return end;
        }
        i = end;
      } else {
        i++;
      }
    }
    return NONE;
  }

  private int emphasis(int at, StringBuilder out) {
    char mark = text.charAt(at);
    int open = runEnd(at);
    int marks = open - at;
    boolean opens =
        marks <= 3
            && depth < DEEPEST
            && open < text.length()
            && !Character.isWhitespace(text.charAt(open))
            && !isWithinWord(at);
    if (!opens) {
      return literal(at, open, out);
    }
    int close = closing(open, mark, marks);
    boolean unclosed = close == NONE && extent == Extent.OPEN && marks == 2;
    if (close == NONE && !unclosed) {
      return literal(at, open, out);
    }
    int end = unclosed ? text.length() : close;
    String inner = inner(text.substring(open, end));
    out.append(
        switch (marks) {
          case 1 -> look.paint(Style.ITALIC, inner);
          case 2 -> look.paint(Style.BOLD, inner);
          default -> look.paint(Style.BOLD, look.paint(Style.ITALIC, inner));
        });
    return unclosed ? end : close + marks;
  }

  private int strike(int at, StringBuilder out) {
    int open = runEnd(at);
    boolean opens =
        open - at == 2
            && depth < DEEPEST
            && open < text.length()
            && !Character.isWhitespace(text.charAt(open));
    int close = opens ? closing(open, '~', 2) : NONE;
    if (close == NONE) {
      return literal(at, open, out);
    }
    String inner = inner(text.substring(open, close));
    // Without styles the marks are all that tells.
    out.append(look.palette().isPlain() ? "~~" + inner + "~~" : look.paint(Style.STRIKE, inner));
    return close + 2;
  }

  /// Where the partner of these marks begins.
  private int closing(int from, char mark, int marks) {
    int limit = limit(from);
    for (int i = from; i < limit; ) {
      char c = text.charAt(i);
      if (c == '`') {
        // Within code, marks mean nothing.
        int end = codeEnd(i);
        i = end == NONE ? runEnd(i) : end;
      } else if (c == '\\') {
        i += 2;
      } else if (c == mark) {
        int end = runEnd(i);
        if (end - i == marks && closes(i, end, mark)) {
          return i;
        }
        // `*a **b***`: the last marks of a longer run may be ours.
        if (end - i > marks && end - i <= 3 && closes(i, end, mark) && marks < 3 && i > from) {
          int inner = text.indexOf(String.valueOf(mark).repeat(end - i - marks), from);
          if (inner >= from && inner < i) {
            return end - marks;
          }
        }
        i = end;
      } else {
        i++;
      }
    }
    return NONE;
  }

  private boolean closes(int start, int end, char mark) {
    boolean inWord = end < text.length() && Character.isLetterOrDigit(text.charAt(end));
    return !Character.isWhitespace(text.charAt(start - 1)) && !(mark == '_' && inWord);
  }

  private String inner(String part) {
    return new InlineMarkdown(look, Extent.WHOLE, depth + 1).painted(part);
  }

  /// `[text](address "title")`, or a picture with `!` in front.
  private int link(int from, int at, StringBuilder out) {
    int close = bracketEnd(at);
    if (close == NONE || !text.startsWith("(", close + 1) || depth >= DEEPEST) {
      return literal(from, at + 1, out);
    }
    int end = parenthesisEnd(close + 1);
    if (end == NONE) {
      return literal(from, at + 1, out);
    }
    String target = text.substring(close + 2, end).strip();
    int space = 0;
    while (space < target.length() && target.charAt(space) > ' ') {
      space++;
    }
    String address = target.substring(0, space);
    if (address.startsWith("<") && address.endsWith(">")) {
      address = address.substring(1, address.length() - 1);
    }
    String label = inner(text.substring(at + 1, close));
    out.append(linked(label.isEmpty() ? address : label, address));
    // What is not shown has ended lines.
    text.substring(close, end).chars().filter(c -> c == '\n').forEach(ended -> out.append('\n'));
    return end + 1;
  }

  private int bracketEnd(int at) {
    int open = 0;
    int limit = limit(at);
    for (int i = at; i < limit; i++) {
      char c = text.charAt(i);
      if (c == '\\') {
        i++;
      } else if (c == '[') {
        open++;
      } else if (c == ']' && --open == 0) {
        return i;
      }
    }
    return NONE;
  }

  private int parenthesisEnd(int at) {
    int open = 0;
    int limit = limit(at + REACH);
    for (int i = at; i < limit; i++) {
      char c = text.charAt(i);
      if (c == '(') {
        open++;
      } else if (c == ')' && --open == 0) {
        return i;
      }
    }
    return NONE;
  }

  /// `<https://…>`; anything else in angle brackets is text.
  private int angle(int at, StringBuilder out) {
    int end = text.indexOf('>', at);
    if (end > at && Links.allowed(text.substring(at + 1, end))) {
      String address = text.substring(at + 1, end);
      out.append(linked(address, address));
      return end + 1;
    }
    return literal(at, at + 1, out);
  }

  /// An address in the text.
  private int bare(int at, StringBuilder out) {
    boolean begins =
        (text.startsWith("https://", at) || text.startsWith("http://", at))
            && (at == 0 || !Character.isLetterOrDigit(text.charAt(at - 1)));
    if (!begins) {
      return literal(at, at + 1, out);
    }
    int end = at;
    int limit = limit(at);
    while (end < limit && text.charAt(end) > ' ' && "<>\"`|".indexOf(text.charAt(end)) < 0) {
      end++;
    }
    while (end > at && ".,;:!?'*_~)]}".indexOf(text.charAt(end - 1)) >= 0) {
      boolean paired = text.charAt(end - 1) == ')' && text.substring(at, end - 1).indexOf('(') >= 0;
      if (paired) {
        break;
      }
      end--;
    }
    String address = text.substring(at, end);
    if (!Links.allowed(address) || address.endsWith("//")) {
      return literal(at, at + 1, out);
    }
    out.append(linked(address, address));
    return end;
  }

  private String linked(String label, String address) {
    String painted = look.paint(Style.MD_LINK, label);
    boolean safe = Links.allowed(address);
    if (safe
        && look.abilities().linking() == Abilities.Linking.CLICKABLE
        && !look.palette().isPlain()) {
      return Links.linked(address, painted);
    }
    boolean said = label.equals(address) || address.equals("mailto:" + label) || address.isEmpty();
    return said ? painted : painted + look.paint(Style.MD_LINK_URL, " (" + address + ")");
  }

  private int runEnd(int at) {
    int end = at;
    while (end < text.length() && text.charAt(end) == text.charAt(at)) {
      end++;
    }
    return end;
  }
}
