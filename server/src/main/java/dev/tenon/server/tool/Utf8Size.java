package dev.tenon.server.tool;

/// How many bytes text takes in UTF-8.
final class Utf8Size {
  private Utf8Size() {}

  static long of(String text) {
    long size = 0;
    for (int i = 0; i < text.length(); i++) {
      size += width(text.charAt(i));
    }
    return size;
  }

  /// The beginning of a text that takes at most so many bytes; no character is halved.
  static String head(String text, int bytes) {
    long size = 0;
    int end = 0;
    while (end < text.length()) {
      int next = end + Character.charCount(text.codePointAt(end));
      for (int i = end; i < next; i++) {
        size += width(text.charAt(i));
      }
      if (size > bytes) {
        break;
      }
      end = next;
    }
    return text.substring(0, end);
  }

  /// Half a pair takes two of the four bytes of the whole.
  private static int width(char c) {
    return c < 0x80 ? 1 : c < 0x800 || Character.isSurrogate(c) ? 2 : 3;
  }
}
