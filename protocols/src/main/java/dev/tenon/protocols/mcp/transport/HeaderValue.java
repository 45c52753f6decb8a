package dev.tenon.protocols.mcp.transport;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/// A text as the value of a header: as it is where HTTP can carry it, and in Base64 otherwise.
public final class HeaderValue {
  private static final String BEGIN = "=?base64?";
  private static final String END = "?=";

  private HeaderValue() {}

  public static String of(String text) {
    return isPlain(text)
        ? text
        : BEGIN + Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8)) + END;
  }

  /// Whether HTTP can carry a text as it is.
  static boolean isPlain(String text) {
    if (text.isEmpty()
        || (text.startsWith(BEGIN) && text.endsWith(END))
        || !text.strip().equals(text)) {
      return false;
    }
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c != '\t' && (c < 0x20 || c > 0x7e)) {
        return false;
      }
    }
    return true;
  }

  /// The text of a value; the value itself where it is no Base64.
  public static String text(String value) {
    if (!value.startsWith(BEGIN)
        || !value.endsWith(END)
        || value.length() < BEGIN.length() + END.length()) {
      return value;
    }
    try {
      byte[] bytes =
          Base64.getDecoder()
              .decode(value.substring(BEGIN.length(), value.length() - END.length()));
      return new String(bytes, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException broken) {
      return value;
    }
  }
}
