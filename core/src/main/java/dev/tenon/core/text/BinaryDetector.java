package dev.tenon.core.text;

import org.jspecify.annotations.Nullable;

/// Tells binary content by its looks: a NUL, or too many control characters. Backspace, tab, line
/// feed, form feed, carriage return and escape occur in honest text.
final class BinaryDetector {
  /// Share of control characters above which valid Unicode is not text, in percent.
  private static final int MOST_IN_UNICODE = 30;

  /// The same for bytes that are not valid UTF-8. Random bytes have about ten percent.
  private static final int MOST_IN_BYTES = 5;

  private static final int HONEST =
      1 << '\b' | 1 << '\t' | 1 << '\n' | 1 << '\f' | 1 << '\r' | 1 << 0x1B;

  private static final int PIECE = 8192;

  private BinaryDetector() {}

  /// Why the text is not one, or null.
  static @Nullable String ofText(String text) {
    if (text.indexOf('\0') >= 0) {
      return "it contains NUL characters";
    }
    int controls = 0;
    // In pieces, because the JVM runs through an array several times faster than through a string.
    char[] piece = new char[Math.min(text.length(), PIECE)];
    for (int start = 0; start < text.length(); start += PIECE) {
      int length = Math.min(PIECE, text.length() - start);
      text.getChars(start, start + length, piece, 0);
      for (int i = 0; i < length; i++) {
        controls += isControl(piece[i]);
      }
    }
    return verdict(controls, text.length(), MOST_IN_UNICODE);
  }

  /// Why the first bytes of a file that is not UTF-8 are not Latin-1 text either, or null.
  static @Nullable String ofBytes(byte[] bytes, int length) {
    int controls = 0;
    for (int i = 0; i < length; i++) {
      if (bytes[i] == 0) {
        return "it contains NUL bytes";
      }
      controls += isControl(bytes[i] & 0xFF);
    }
    return verdict(controls, length, MOST_IN_BYTES);
  }

  private static int isControl(int c) {
    return (c < ' ' && (HONEST >> c & 1) == 0) || c == 0x7F ? 1 : 0;
  }

  private static @Nullable String verdict(int controls, int length, int most) {
    return controls * 100L > (long) length * most
        ? controls + " of " + length + " characters are control characters"
        : null;
  }
}
