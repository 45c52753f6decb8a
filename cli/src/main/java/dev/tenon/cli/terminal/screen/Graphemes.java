package dev.tenon.cli.terminal.screen;

import org.jline.utils.WCWidth;

/// Where characters begin and end as a person counts them, and how much room they take. What is
/// drawn as one sign (a letter with its marks, a flag, an emoji with a skin or joined to others) is
/// never cut in two.
///
/// Terminals do not agree on the room of joined signs; the widest answer is given here, so that a
/// row that fits here fits everywhere.
public final class Graphemes {
  private static final int JOINER = 0x200d;
  private static final int EMOJI_LOOK = 0xfe0f;

  private Graphemes() {}

  /// The index after the sign that begins here; after a whole sequence if an escape begins here.
  public static int next(String text, int at) {
    char first = text.charAt(at);
    if (first == '\033') {
      return afterEscape(text, at);
    }
    int i = at + 1;
    if (first < 0x80) {
      // Most of all text, and next to nothing joins it.
      if (i >= text.length() || text.charAt(i) < 0x300) {
        return i;
      }
    }
    int c = text.codePointAt(at);
    i = at + Character.charCount(c);
    if (flag(c) && i < text.length() && flag(text.codePointAt(i))) {
      i += Character.charCount(text.codePointAt(i));
    }
    while (i < text.length()) {
      int next = text.codePointAt(i);
      if (extending(next)) {
        i += Character.charCount(next);
      } else if (next == JOINER) {
        i++;
        if (i < text.length() && text.charAt(i) >= 0x80) {
          i += Character.charCount(text.codePointAt(i));
        }
      } else {
        break;
      }
    }
    return i;
  }

  /// Whether a text that ends here may go on within its last sign.
  public static boolean open(String text) {
    if (text.isEmpty()) {
      return false;
    }
    char last = text.charAt(text.length() - 1);
    return last >= 0x80 || Character.isHighSurrogate(last);
  }

  private static boolean flag(int c) {
    return c >= 0x1f1e6 && c <= 0x1f1ff;
  }

  private static boolean extending(int c) {
    if (c < 0x300) {
      return false;
    }
    if (c >= 0x1f3fb && c <= 0x1f3ff || c >= 0xe0020 && c <= 0xe007f || c >= 0x1160 && c <= 0x11ff) {
      return true;
    }
    return switch (Character.getType(c)) {
      case Character.NON_SPACING_MARK,
          Character.ENCLOSING_MARK,
          Character.COMBINING_SPACING_MARK ->
          true;
      default -> false;
    };
  }

  /// How many columns a text takes at most; escape sequences take none.
  public static int width(String text) {
    return width(text, 0, text.length());
  }

  public static int width(String text, int from, int to) {
    int width = 0;
    for (int i = from; i < to; ) {
      char c = text.charAt(i);
      if (c >= ' ' && c < 0x7f) {
        width++;
        i++;
      } else if (c == '\033') {
        i = afterEscape(text, i);
      } else {
        int end = next(text, i);
        width += sign(text, i, end);
        i = end;
      }
    }
    return width;
  }

  private static int sign(String text, int from, int to) {
    int width = 0;
    boolean emoji = false;
    for (int i = from; i < to; ) {
      int c = text.codePointAt(i);
      emoji |= c == EMOJI_LOOK;
      width += Math.max(0, WCWidth.wcwidth(c));
      i += Character.charCount(c);
    }
    return emoji ? Math.max(2, width) : width;
  }

  /// The index after the escape sequence that begins here.
  public static int afterEscape(String text, int start) {
    int i = start + 1;
    if (i >= text.length()) {
      return i;
    }
    char kind = text.charAt(i++);
    if (kind == '[') {
      while (i < text.length() && (text.charAt(i) < 0x40 || text.charAt(i) > 0x7e)) {
        i++;
      }
      return Math.min(text.length(), i + 1);
    }
    if (kind == ']') {
      while (i < text.length()) {
        char c = text.charAt(i++);
        if (c == '\007') {
          return i;
        }
        if (c == '\033') {
          return Math.min(text.length(), i + 1);
        }
      }
    }
    return i;
  }

  /// The beginning of a text that fits in so many columns; what it leaves switched on is switched
  /// off.
  public static String fit(String text, int room) {
    if (text.length() <= room && plain(text)) {
      return text;
    }
    int width = 0;
    boolean styled = false;
    for (int i = 0; i < text.length(); ) {
      int end = next(text, i);
      if (text.charAt(i) == '\033') {
        styled = true;
      } else {
        width += width(text, i, end);
        if (width > room) {
          return text.substring(0, i) + (styled ? "\033[0m" : "");
        }
      }
      i = end;
    }
    return text;
  }

  static boolean plain(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < ' ' || c >= 0x7f) {
        return false;
      }
    }
    return true;
  }
}
