package dev.tenon.core.http.fetch;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// What `Content-Type` says.
///
/// @param name `text/html` in small letters, or empty
/// @param charset the name of the charset as it was given, or null
record MediaType(String name, @Nullable String charset) {

  static MediaType parse(@Nullable String header) {
    if (header == null) {
      return new MediaType("", null);
    }
    int end = header.indexOf(';');
    String name = (end < 0 ? header : header.substring(0, end)).strip().toLowerCase(Locale.ROOT);
    @Nullable String charset = end < 0 ? null : parameter(header, end + 1);
    boolean proper = name.indexOf('/') > 0 && name.chars().allMatch(c -> c > ' ' && c < 127);
    return new MediaType(proper ? name : "", charset);
  }

  /// The first parameter `charset`, with or without quotes.
  private static @Nullable String parameter(String header, int start) {
    int at = start;
    while (at < header.length()) {
      int end = endOfParameter(header, at);
      String each = header.substring(at, end);
      int equals = each.indexOf('=');
      if (equals > 0 && each.substring(0, equals).strip().equalsIgnoreCase("charset")) {
        String value = each.substring(equals + 1).strip();
        return value.replace("\"", "").replace("'", "").strip();
      }
      at = end + 1;
    }
    return null;
  }

  private static int endOfParameter(String header, int start) {
    boolean quoted = false;
    for (int i = start; i < header.length(); i++) {
      char c = header.charAt(i);
      quoted ^= c == '"';
      if (c == ';' && !quoted) {
        return i;
      }
    }
    return header.length();
  }

  boolean html() {
    return name.equals("text/html") || name.equals("application/xhtml+xml");
  }

  boolean xml() {
    return name.equals("text/xml") || name.equals("application/xml") || name.endsWith("+xml");
  }
}
