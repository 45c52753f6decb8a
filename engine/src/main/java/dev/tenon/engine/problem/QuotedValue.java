package dev.tenon.engine.problem;

import dev.tenon.core.text.HiddenCharacters;

/// Shows a value from outside in a one-line message: in quotes, control and hidden characters
/// escaped, cut when long.
public final class QuotedValue {
  private static final int SHOWN = 60;

  private QuotedValue() {}

  public static String of(String value) {
    var out = new StringBuilder("'");
    int end = Math.min(value.length(), SHOWN);
    if (end < value.length() && Character.isHighSurrogate(value.charAt(end - 1))) {
      end--;
    }
    for (int i = 0; i < end; ) {
      int c = value.codePointAt(i);
      i += Character.charCount(c);
      switch (c) {
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        default -> {
          if (!HiddenCharacters.has(-1, c, -1)) {
            out.appendCodePoint(c);
          } else if (c < 0x10000) {
            out.append("\\u").append(Integer.toHexString(0x10000 | c), 1, 5);
          } else {
            out.append("\\u{").append(Integer.toHexString(c)).append('}');
          }
        }
      }
    }
    return out.append(end < value.length() ? "…'" : "'").toString();
  }
}
