package dev.tenon.engine.config.value;

import java.util.ArrayList;

/// A list on one line, in a variable or a flag: `a, b`, or as a file would have it, `[a, 'b']`.
/// Commas outside of parentheses separate.
final class FlowList {
  private FlowList() {}

  static Raw items(String text) {
    String plain = text.strip();
    boolean brackets = plain.length() >= 2 && plain.startsWith("[") && plain.endsWith("]");
    String inner = brackets ? plain.substring(1, plain.length() - 1) : plain;
    var items = new ArrayList<Raw>();
    int depth = 0;
    int start = 0;
    for (int i = 0; i <= inner.length(); i++) {
      char c = i == inner.length() ? ',' : inner.charAt(i);
      depth += c == '(' ? 1 : c == ')' ? -1 : 0;
      if (i == inner.length() || (c == ',' && depth <= 0)) {
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

  private static String unquoted(String word) {
    boolean quoted =
        word.length() >= 2
            && (word.startsWith("'") || word.startsWith("\""))
            && word.charAt(word.length() - 1) == word.charAt(0);
    return quoted ? word.substring(1, word.length() - 1) : word;
  }
}
