package dev.tenon.core.http.fetch;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The charset that a document names at its own beginning: `<meta charset>` and `<meta http-equiv>`
/// of HTML, the declaration of XML.
final class DeclaredCharset {
  /// As far as browsers look.
  private static final int LOOKED_AT = 1_024;

  private DeclaredCharset() {}

  static @Nullable String in(byte[] bytes, MediaType type) {
    if (!type.html() && !type.xml()) {
      return null;
    }
    int length = Math.min(bytes.length, LOOKED_AT);
    String head = new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
    @Nullable String name = declaration(head);
    if (name == null && type.html()) {
      name = meta(head.toLowerCase(Locale.ROOT));
    }
    // Bytes in which this could be read are not UTF-16.
    return name != null && name.toLowerCase(Locale.ROOT).startsWith("utf-16") ? "utf-8" : name;
  }

  private static @Nullable String declaration(String head) {
    int end = head.indexOf("?>");
    return head.startsWith("<?xml") && end > 0
        ? attributes(head.substring(5, end)).get("encoding")
        : null;
  }

  private static @Nullable String meta(String head) {
    int at = 0;
    while (true) {
      int comment = head.indexOf("<!--", at);
      int tag = head.indexOf("<meta", at);
      if (tag < 0) {
        return null;
      }
      if (comment >= 0 && comment < tag) {
        int end = head.indexOf("-->", comment + 2);
        if (end < 0) {
          return null;
        }
        at = end + 3;
        continue;
      }
      int end = head.indexOf('>', tag);
      if (end < 0) {
        return null;
      }
      @Nullable String name = of(attributes(head.substring(tag + 5, end)));
      if (name != null) {
        return name;
      }
      at = end + 1;
    }
  }

  private static @Nullable String of(Map<String, String> attributes) {
    String direct = attributes.get("charset");
    if (direct != null) {
      return direct;
    }
    return "content-type".equals(attributes.get("http-equiv"))
        ? MediaType.parse(attributes.getOrDefault("content", "")).charset()
        : null;
  }

  /// `name=value`, in single, double or no quotes; the first of a name counts.
  private static Map<String, String> attributes(String text) {
    var found = new HashMap<String, String>();
    int at = 0;
    while (at < text.length()) {
      int equals = text.indexOf('=', at);
      if (equals < 0) {
        break;
      }
      String before = text.substring(at, equals).strip();
      String name = before.substring(lastGap(before) + 1);
      int begin = equals + 1;
      while (begin < text.length() && text.charAt(begin) <= ' ') {
        begin++;
      }
      char quote = begin < text.length() ? text.charAt(begin) : ' ';
      boolean quoted = quote == '"' || quote == '\'';
      int end = quoted ? text.indexOf(quote, begin + 1) : begin;
      while (!quoted && end < text.length() && text.charAt(end) > ' ' && text.charAt(end) != '/') {
        end++;
      }
      if (end < 0) {
        break;
      }
      found.putIfAbsent(name, text.substring(quoted ? begin + 1 : begin, end).strip());
      at = end + 1;
    }
    return found;
  }

  private static int lastGap(String text) {
    for (int i = text.length() - 1; i >= 0; i--) {
      if (text.charAt(i) <= ' ') {
        return i;
      }
    }
    return -1;
  }
}
