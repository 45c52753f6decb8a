package dev.tenon.cli.terminal.render;

/// What a person takes for one character, however many code points it consists of: a letter with
/// its accents, an emoji with its skin tone, a family, a flag. A terminal shows it in one place.
final class Graphemes {
  private static final int ZERO_WIDTH_JOINER = 0x200d;
  private static final int EMOJI_STYLE = 0xfe0f;

  private Graphemes() {}

  /// Where the one that starts here ends.
  static int end(String text, int start) {
    char first = text.charAt(start);
    int end = start + 1;
    if (first < 0x7f && (end == text.length() || text.charAt(end) < 0x300)) {
      return end;
    }
    int previous = text.codePointAt(start);
    end = start + Character.charCount(previous);
    boolean flag = regional(previous);
    while (end < text.length()) {
      int c = text.codePointAt(end);
      boolean second = flag && regional(c);
      if (!extend(c) && previous != ZERO_WIDTH_JOINER && !second) {
        break;
      }
      flag = false;
      previous = c;
      end += Character.charCount(c);
    }
    return end;
  }

  /// How many cells it takes.
  static int width(String text, int start, int end) {
    int c = text.codePointAt(start);
    int width = DisplayWidth.of(c);
    if (end - start > Character.charCount(c)) {
      boolean emoji = text.codePointBefore(end) == EMOJI_STYLE && c > 0x7f;
      return emoji || (regional(c) && end - start == 4) ? 2 : Math.max(width, 1);
    }
    return width;
  }

  private static boolean regional(int c) {
    return c >= 0x1f1e6 && c <= 0x1f1ff;
  }

  private static boolean extend(int c) {
    if (c < 0x300 || c == '\n') {
      return false;
    }
    if (c == ZERO_WIDTH_JOINER || (c >= 0xfe00 && c <= 0xfe0f) || (c >= 0x1f3fb && c <= 0x1f3ff)) {
      return true;
    }
    return switch (Character.getType(c)) {
      case Character.NON_SPACING_MARK, Character.ENCLOSING_MARK, Character.COMBINING_SPACING_MARK ->
          true;
      default -> false;
    };
  }
}
