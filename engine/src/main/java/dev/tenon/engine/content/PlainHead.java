package dev.tenon.engine.content;

import dev.tenon.core.json.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reads the heads that nearly all files have, lines of `key: text`, without loading a YAML
/// library: hundreds of files may be read before the first request. What might mean anything else
/// to YAML is left to it.
final class PlainHead {
  /// Words that are no texts to some YAML.
  private static final Set<String> TYPED =
      Set.of("true", "false", "null", "yes", "no", "on", "off", "y", "n");

  private PlainHead() {}

  /// The head, or null if YAML has to decide what it means.
  ///
  /// @param body what is below it
  static @Nullable Head read(List<String> head, String body) {
    Map<String, Json> values = new LinkedHashMap<>();
    Map<String, String> texts = new LinkedHashMap<>();
    Map<String, Integer> lines = new LinkedHashMap<>();
    for (int i = 0; i < head.size(); i++) {
      String line = head.get(i);
      if (line.isEmpty()) {
        continue;
      }
      int colon = key(line);
      if (colon < 0) {
        return null;
      }
      String text = text(line, colon + 1);
      String key = line.substring(0, colon);
      if (text == null || texts.put(key, text) != null) {
        return null;
      }
      values.put(key, new Json.Str(text));
      // The line that opens the head is the first.
      lines.put(key, i + 2);
    }
    return new Head(new Json.Obj(values), texts, lines, body, List.of());
  }

  /// Where the key at the beginning of a line ends, or -1.
  private static int key(String line) {
    for (int i = 0; i < line.length(); i++) {
      char sign = line.charAt(i);
      if (sign == ':') {
        return i > 0 && i + 2 < line.length() && line.charAt(i + 1) == ' ' ? i : -1;
      }
      boolean letter = (sign >= 'a' && sign <= 'z') || (sign >= 'A' && sign <= 'Z');
      boolean inner = i > 0 && (sign == '-' || sign == '_' || (sign >= '0' && sign <= '9'));
      if (!letter && !inner) {
        return -1;
      }
    }
    return -1;
  }

  /// The text behind a key, or null when it may be no such text.
  private static @Nullable String text(String line, int from) {
    int begin = from;
    int end = line.length();
    while (begin < end && line.charAt(begin) == ' ') {
      begin++;
    }
    while (end > begin && line.charAt(end - 1) == ' ') {
      end--;
    }
    if (begin == end) {
      return null;
    }
    char first = line.charAt(begin);
    if (first == '"' || first == '\'') {
      return quoted(line, begin, end);
    }
    if (!Character.isLetter(first)) {
      return null;
    }
    for (int i = begin; i < end; i++) {
      char sign = line.charAt(i);
      char next = i + 1 < end ? line.charAt(i + 1) : ' ';
      if (!isPrintable(sign) || (sign == ':' && next == ' ') || (sign == ' ' && next == '#')) {
        return null;
      }
    }
    String text = line.substring(begin, end);
    return text.length() < 6 && TYPED.contains(text.toLowerCase(Locale.ROOT)) ? null : text;
  }

  private static @Nullable String quoted(String line, int begin, int end) {
    char quote = line.charAt(begin);
    if (end - begin < 2 || line.charAt(end - 1) != quote) {
      return null;
    }
    for (int i = begin + 1; i < end - 1; i++) {
      char sign = line.charAt(i);
      if (sign == quote || sign == '\\' || !isPrintable(sign)) {
        return null;
      }
    }
    return line.substring(begin + 1, end - 1);
  }

  /// Neither a control nor a half of a pair, nor something that YAML takes for the end of a line.
  private static boolean isPrintable(char sign) {
    return sign >= ' '
        && sign != 0x7f
        && (sign < 0x80 || sign > 0xa0)
        && sign != 0x2028
        && sign != 0x2029
        && sign != 0xfeff
        && sign < 0xfffe
        && !Character.isSurrogate(sign);
  }
}
