package dev.tenon.core.text;

/// The one definition of the characters that make a text look like another one: controls and
/// escapes (C0, DEL, C1), controls of writing direction, characters without a shape of their own
/// (zero width, tags, fillers, variation selectors), line and paragraph separators, and what is no
/// character at all (lone surrogates).
///
/// By class of Unicode and not by a list of known tricks: everything of the classes Cc, Cf, Cs, Zl
/// and Zp, and everything that is ignored by default. Joiners and variation selectors stay hidden
/// where writing needs them: within an emoji, or after a letter of a script that has them. Line
/// feed and tab are no hidden characters.
public final class HiddenCharacters {
  private static final int ZERO_WIDTH_NON_JOINER = 0x200c;
  private static final int ZERO_WIDTH_JOINER = 0x200d;
  private static final int KEYCAP = 0x20e3;

  private HiddenCharacters() {}

  /// Whether there is nothing in the text that needs a closer look. Quick, and on the way of
  /// everything that is printed.
  static boolean none(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < 0x20 ? c != '\n' && c != '\t' : c >= 0x7f && (c < 0xa0 || suspicious(c))) {
        return false;
      }
    }
    return true;
  }

  /// Whether a character above C1 may be hidden; surrogates may be half of one.
  private static boolean suspicious(char c) {
    if (c < 0x2000) {
      return c == 0xad
          || c == 0x34f
          || (c >= 0x600 && c < 0x900)
          || c == 0x115f
          || c == 0x1160
          || (c >= 0x17b4 && c <= 0x180f);
    }
    if (c < 0x3000) {
      return (c >= 0x200b && c <= 0x200f) || (c >= 0x2028 && c <= 0x206f && c != 0x202f);
    }
    return c == 0x3164 || (c >= 0xd800 && c < 0xe000) || (c >= 0xfdd0 && c != 0xfffd);
  }

  /// Whether a code point is hidden between its neighbours.
  ///
  /// @param previous the code point before it, negative if there is none
  /// @param next the code point after it, negative if there is none
  public static boolean has(int previous, int c, int next) {
    if (c < 0x7f) {
      return c < 0x20 && c != '\n' && c != '\t';
    }
    if (c == ZERO_WIDTH_JOINER) {
      boolean inEmoji =
          pictographic(previous) && next >= 0 && Character.isExtendedPictographic(next);
      return !inEmoji && !joins(previous);
    }
    if (c == ZERO_WIDTH_NON_JOINER) {
      return !joins(previous) || !joins(next);
    }
    return selects(c) ? !selectable(previous, c, next) : alwaysHidden(c);
  }

  /// Whether it depends on the next code point if this one is hidden.
  static boolean dependsOnNext(int c) {
    return c == ZERO_WIDTH_JOINER || c == ZERO_WIDTH_NON_JOINER || selects(c);
  }

  private static boolean alwaysHidden(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.SURROGATE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          true;
      case Character.FORMAT -> !hasShape(c);
      default -> blank(c) || (c & 0xfffe) == 0xfffe || (c >= 0xfdd0 && c <= 0xfdef);
    };
  }

  /// Signs that are of class Cf and are seen nevertheless: they stand around numbers.
  private static boolean hasShape(int c) {
    return (c >= 0x600 && c <= 0x605)
        || c == 0x6dd
        || c == 0x70f
        || c == 0x890
        || c == 0x891
        || c == 0x8e2
        || c == 0x110bd
        || c == 0x110cd
        || (c >= 0x13430 && c <= 0x1343f);
  }

  /// Ignored by default though of no class that says so.
  private static boolean blank(int c) {
    return c == 0x34f
        || c == 0x115f
        || c == 0x1160
        || c == 0x17b4
        || c == 0x17b5
        || c == 0x2065
        || c == 0x3164
        || c == 0xffa0
        || (c >= 0xfff0 && c <= 0xfff8)
        || (c >= 0xe0000 && c <= 0xe0fff);
  }

  /// Variation selectors, which choose a shape for the character before them.
  private static boolean selects(int c) {
    return (c >= 0xfe00 && c <= 0xfe0f)
        || (c >= 0xe0100 && c <= 0xe01ef)
        || (c >= 0x180b && c <= 0x180d)
        || c == 0x180f;
  }

  private static boolean selectable(int previous, int c, int next) {
    if (previous < 0) {
      return false;
    }
    if (c == 0xfe0e || c == 0xfe0f) {
      return Character.isEmoji(previous) && (previous > 0x7f || next == KEYCAP);
    }
    if (c < 0x2000) {
      return previous >= 0x1820 && previous <= 0x18aa;
    }
    return Character.isIdeographic(previous)
        || (c < 0xe0000 && previous > 0x7f && Character.getType(previous) == Character.MATH_SYMBOL);
  }

  private static boolean pictographic(int c) {
    return c >= 0
        && (Character.isExtendedPictographic(c) || Character.isEmojiModifier(c) || c == 0xfe0f);
  }

  /// Letters and marks of scripts whose letters join or stack.
  private static boolean joins(int c) {
    boolean script =
        (c >= 0x600 && c <= 0xdff)
            || (c >= 0xf00 && c <= 0x109f)
            || (c >= 0x1700 && c <= 0x1c4f)
            || (c >= 0xa800 && c <= 0xabff)
            || (c >= 0x10a00 && c <= 0x1147f);
    return script
        && (Character.isLetter(c)
            || Character.getType(c) == Character.NON_SPACING_MARK
            || Character.getType(c) == Character.COMBINING_SPACING_MARK);
  }
}
