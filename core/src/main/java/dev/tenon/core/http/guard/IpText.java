package dev.tenon.core.http.guard;

import org.jspecify.annotations.Nullable;

/// Network addresses as text, in their proper forms: four decimal numbers, and the eight groups of
/// RFC 4291; and, to be compared, IPv4 in all the forms that some resolver reads.
final class IpText {
  private static final int GROUPS = 8;

  private IpText() {}

  /// The four bytes, or null. `010` is refused: it is 8 for some and 10 for others.
  static byte @Nullable [] four(String text) {
    var bytes = new byte[4];
    int at = 0;
    for (int part = 0; part < 4; part++) {
      int dot = part == 3 ? text.length() : text.indexOf('.', at);
      int length = dot - at;
      if (length < 1 || length > 3 || (length > 1 && text.charAt(at) == '0')) {
        return null;
      }
      int value = 0;
      for (; at < dot; at++) {
        if (!AddressReader.digit(text.charAt(at))) {
          return null;
        }
        value = value * 10 + text.charAt(at) - '0';
      }
      if (value > 255) {
        return null;
      }
      bytes[part] = (byte) value;
      at = dot + 1;
    }
    return bytes;
  }

  /// Four decimal numbers for one to four numbers, decimal, octal with `0` or hexadecimal with
  /// `0x`, of which the last fills the bytes that are left; null for anything else.
  ///
  /// @param text in small letters
  static @Nullable String anyFour(String text) {
    String[] parts = text.split("\\.", -1);
    if (parts.length > 4) {
      return null;
    }
    long address = 0;
    for (int i = 0; i < parts.length; i++) {
      long value = number(parts[i]);
      int bytes = i == parts.length - 1 ? 4 - i : 1;
      if (value < 0 || value >= 1L << (8 * bytes)) {
        return null;
      }
      address = (address << (8 * bytes)) | value;
    }
    return dotted((int) address);
  }

  /// -1 for none, or one that is too large for any address.
  private static long number(String text) {
    boolean hex = text.startsWith("0x");
    int radix = hex ? 16 : text.length() > 1 && text.startsWith("0") ? 8 : 10;
    int at = hex ? 2 : 0;
    if (text.isEmpty()) {
      return -1;
    }
    long value = 0;
    for (; at < text.length() && value <= 1L << 32; at++) {
      int digit = text.charAt(at) < 128 ? Character.digit(text.charAt(at), radix) : -1;
      if (digit < 0) {
        return -1;
      }
      value = value * radix + digit;
    }
    return value <= 1L << 32 ? value : -1;
  }

  private static String dotted(int address) {
    return (address >>> 24)
        + "."
        + (address >>> 16 & 255)
        + "."
        + (address >>> 8 & 255)
        + "."
        + (address & 255);
  }

  /// Sixteen bytes as they are compared: an IPv4 address within IPv6 is that address.
  static String canonical(byte[] bytes) {
    boolean mapped = (bytes[10] & bytes[11] & 0xff) == 0xff;
    for (int i = 0; i < 10; i++) {
      mapped &= bytes[i] == 0;
    }
    int last =
        (bytes[12] & 0xff) << 24
            | (bytes[13] & 0xff) << 16
            | (bytes[14] & 0xff) << 8
            | (bytes[15] & 0xff);
    return mapped ? dotted(last) : text(bytes);
  }

  /// The sixteen bytes, or null.
  static byte @Nullable [] six(String text) {
    int gap = text.indexOf("::");
    if (gap >= 0 && text.indexOf("::", gap + 1) >= 0) {
      return null;
    }
    int @Nullable [] head = groups(gap < 0 ? text : text.substring(0, gap), gap < 0);
    int @Nullable [] tail = gap < 0 ? new int[0] : groups(text.substring(gap + 2), true);
    if (head == null || tail == null) {
      return null;
    }
    int count = head.length + tail.length;
    if (gap < 0 ? count != GROUPS : count >= GROUPS) {
      return null;
    }
    var bytes = new byte[16];
    for (int i = 0; i < head.length; i++) {
      put(bytes, i, head[i]);
    }
    for (int i = 0; i < tail.length; i++) {
      put(bytes, GROUPS - tail.length + i, tail[i]);
    }
    return bytes;
  }

  private static void put(byte[] bytes, int group, int value) {
    bytes[2 * group] = (byte) (value >> 8);
    bytes[2 * group + 1] = (byte) value;
  }

  /// @param last whether the text ends the address, so that it may end with four decimal numbers
  private static int @Nullable [] groups(String text, boolean last) {
    if (text.isEmpty()) {
      return new int[0];
    }
    String[] parts = text.split(":", -1);
    boolean dotted = last && parts[parts.length - 1].indexOf('.') >= 0;
    var groups = new int[parts.length + (dotted ? 1 : 0)];
    for (int i = 0; i < parts.length - (dotted ? 1 : 0); i++) {
      int value = hex(parts[i]);
      if (value < 0) {
        return null;
      }
      groups[i] = value;
    }
    if (dotted) {
      byte @Nullable [] four = four(parts[parts.length - 1]);
      if (four == null) {
        return null;
      }
      groups[groups.length - 2] = (four[0] & 0xff) << 8 | (four[1] & 0xff);
      groups[groups.length - 1] = (four[2] & 0xff) << 8 | (four[3] & 0xff);
    }
    return groups;
  }

  private static int hex(String text) {
    if (text.isEmpty() || text.length() > 4) {
      return -1;
    }
    int value = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      int digit = c < 128 ? Character.digit(c, 16) : -1;
      if (digit < 0) {
        return -1;
      }
      value = value << 4 | digit;
    }
    return value;
  }

  /// Sixteen bytes in the form of RFC 5952: small letters, the longest run of zeros left out.
  static String text(byte[] bytes) {
    var groups = new int[GROUPS];
    int longest = 0;
    int start = -1;
    int run = 0;
    for (int i = 0; i < GROUPS; i++) {
      groups[i] = (bytes[2 * i] & 0xff) << 8 | (bytes[2 * i + 1] & 0xff);
      run = groups[i] == 0 ? run + 1 : 0;
      if (run > longest && run > 1) {
        longest = run;
        start = i - run + 1;
      }
    }
    var text = new StringBuilder();
    for (int i = 0; i < GROUPS; i++) {
      if (i == start) {
        text.append("::");
        i += longest - 1;
      } else {
        boolean first = text.isEmpty() || text.charAt(text.length() - 1) == ':';
        text.append(first ? "" : ":").append(Integer.toHexString(groups[i]));
      }
    }
    return text.toString();
  }
}
