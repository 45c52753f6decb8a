package dev.tenon.engine.content;

/// Whether a text can be the name of something in a file. By hand, because it is asked about every
/// one of hundreds of files before the first request.
public final class ContentName {
  private ContentName() {}

  /// Letters and digits of any script, and the signs beside them everywhere but at the beginning.
  ///
  /// @param most characters
  public static boolean isUsable(String name, String signs, int most) {
    if (name.isEmpty() || name.codePointCount(0, name.length()) > most) {
      return false;
    }
    for (int i = 0; i < name.length(); ) {
      int sign = name.codePointAt(i);
      if (!isLetterOrDigit(sign) && (i == 0 || signs.indexOf(sign) < 0)) {
        return false;
      }
      i += Character.charCount(sign);
    }
    return true;
  }

  /// What `\\p{L}` and `\\p{N}` mean in a pattern.
  private static boolean isLetterOrDigit(int sign) {
    if (sign < 0x80) {
      return (sign >= 'a' && sign <= 'z')
          || (sign >= 'A' && sign <= 'Z')
          || (sign >= '0' && sign <= '9');
    }
    return switch (Character.getType(sign)) {
      case Character.UPPERCASE_LETTER,
          Character.LOWERCASE_LETTER,
          Character.TITLECASE_LETTER,
          Character.MODIFIER_LETTER,
          Character.OTHER_LETTER,
          Character.DECIMAL_DIGIT_NUMBER,
          Character.LETTER_NUMBER,
          Character.OTHER_NUMBER ->
          true;
      default -> false;
    };
  }

  /// Small letters and digits with single `-` between them, as other programs want it.
  public static boolean isCustomary(String name) {
    boolean word = false;
    for (int i = 0; i < name.length(); i++) {
      char sign = name.charAt(i);
      boolean inWord = (sign >= 'a' && sign <= 'z') || (sign >= '0' && sign <= '9');
      if (!inWord && (sign != '-' || !word)) {
        return false;
      }
      word = inWord;
    }
    return word;
  }
}
