package dev.tenon.core.exec.shell;

/// Where characters begin and end in bytes that may be cut anywhere and need not be UTF-8 at all.
final class Utf8 {
  private Utf8() {}

  /// The end of the last whole character: an incomplete one at the end is left out.
  static int whole(byte[] bytes, int length) {
    for (int back = 1; back <= Math.min(3, length); back++) {
      int value = bytes[length - back] & 0xff;
      if (value >= 0xc0) {
        int size = value >= 0xf0 ? 4 : value >= 0xe0 ? 3 : 2;
        return value < 0xf8 && size > back ? length - back : length;
      }
      if (value < 0x80) {
        return length;
      }
    }
    return length;
  }

  /// The first place from here on at which a character may begin.
  static int start(byte[] bytes, int from, int length) {
    int at = from;
    while (at < length && at < from + 3 && (bytes[at] & 0xc0) == 0x80) {
      at++;
    }
    return at;
  }
}
