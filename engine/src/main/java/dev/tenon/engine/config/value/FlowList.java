package dev.tenon.engine.config.value;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import java.util.ArrayList;
import org.jspecify.annotations.Nullable;

/// A list on one line, in a variable or a flag: `a, b`, or as a file would have it, `[a, 'b']`, or
/// JSON. Commas outside of parentheses and quotes separate.
final class FlowList {
  private FlowList() {}

  static Raw items(String text) {
    String plain = text.strip();
    boolean brackets = plain.length() >= 2 && plain.startsWith("[") && plain.endsWith("]");
    Raw exact = brackets ? json(plain) : null;
    if (exact != null) {
      return exact;
    }
    String inner = brackets ? plain.substring(1, plain.length() - 1) : plain;
    var items = new ArrayList<Raw>();
    int depth = 0;
    int start = 0;
    char quote = 0;
    for (int i = 0; i <= inner.length(); i++) {
      char c = i == inner.length() ? ',' : inner.charAt(i);
      if (quote != 0) {
        quote = c == quote ? 0 : quote;
      } else if (brackets && (c == '\'' || c == '"') && inner.substring(start, i).isBlank()) {
        quote = c;
      } else {
        depth += c == '(' ? 1 : c == ')' ? -1 : 0;
      }
      if (i == inner.length() || (c == ',' && depth <= 0 && quote == 0)) {
        String part = inner.substring(start, i).strip();
        String word = brackets ? unquoted(part) : part;
        if (!word.isEmpty()) {
          items.add(new Raw.Text(word, 0));
        }
        start = i + 1;
      }
    }
    return new Raw.Items(items, 0);
  }

  /// Texts in JSON are taken to the letter; null for what is written otherwise.
  private static @Nullable Raw json(String text) {
    try {
      if (!(Json.parse(text) instanceof Json.Arr array)) {
        return null;
      }
      var items = new ArrayList<Raw>();
      for (Json each : array.items()) {
        if (!(each instanceof Json.Str item)) {
          return null;
        }
        items.add(new Raw.Text(item.value(), 0));
      }
      return new Raw.Items(items, 0);
    } catch (JsonException written) {
      return null;
    }
  }

  private static String unquoted(String word) {
    boolean quoted =
        word.length() >= 2
            && (word.startsWith("'") || word.startsWith("\""))
            && word.charAt(word.length() - 1) == word.charAt(0);
    return quoted ? word.substring(1, word.length() - 1) : word;
  }
}
