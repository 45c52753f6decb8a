package dev.tenon.core.http.fetch;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Charsets by their marks and by the names that the web gives them.
final class Charsets {
  private Charsets() {}

  /// What a text is in that says nothing and is not UTF-8.
  static Charset fallback() {
    Charset usual = named("windows-1252");
    return usual == null ? StandardCharsets.ISO_8859_1 : usual;
  }

  static @Nullable Charset byMark(byte[] bytes) {
    return begins(bytes, 0xef, 0xbb, 0xbf)
        ? StandardCharsets.UTF_8
        : begins(bytes, 0xfe, 0xff)
            ? StandardCharsets.UTF_16BE
            : begins(bytes, 0xff, 0xfe) ? StandardCharsets.UTF_16LE : null;
  }

  static int markLength(byte[] bytes) {
    return begins(bytes, 0xef, 0xbb, 0xbf) ? 3 : 2;
  }

  private static boolean begins(byte[] bytes, int... mark) {
    for (int i = 0; i < mark.length; i++) {
      if (i >= bytes.length || (bytes[i] & 0xff) != mark[i]) {
        return false;
      }
    }
    return true;
  }

  /// The charset that the web means by this name, or null if this machine does not know it.
  static @Nullable Charset named(String name) {
    String meant =
        switch (name.strip().toLowerCase(Locale.ROOT)) {
          case "ascii", "us-ascii", "iso-8859-1", "iso8859-1", "iso_8859-1", "latin1", "l1" ->
              "windows-1252";
          case "iso-8859-9", "latin5" -> "windows-1254";
          case "utf8", "unicode-1-1-utf-8", "x-unicode20utf8" -> "utf-8";
          case "utf-16", "ucs-2", "unicode" -> "utf-16le";
          case "gb2312", "gb_2312-80", "chinese", "x-gbk" -> "gbk";
          case "shift_jis", "shift-jis", "sjis", "x-sjis", "ms_kanji" -> "windows-31j";
          case "euc-kr", "ks_c_5601-1987", "korean" -> "x-windows-949";
          case "x-user-defined" -> "windows-1252";
          default -> name.strip();
        };
    try {
      Charset charset = Charset.forName(meant);
      // Some of the JDK's charsets only guess; what is written in one can be written.
      return charset.canEncode() ? charset : null;
    } catch (IllegalArgumentException unknownOrNoName) {
      return null;
    }
  }
}
