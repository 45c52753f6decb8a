package dev.tenon.engine.problem;

/// Shows a value from outside in a one-line message: in quotes, control characters escaped, cut
/// when long.
public final class QuotedValue {
  private static final int SHOWN = 60;

  private QuotedValue() {}

  public static String of(String value) {
    var out = new StringBuilder("'");
    int end = Math.min(value.length(), SHOWN);
    if (end < value.length() && Character.isHighSurrogate(value.charAt(end - 1))) {
      end--;
    }
    for (int i = 0; i < end; i++) {
      char c = value.charAt(i);
      switch (c) {
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        default -> {
          if (Character.isISOControl(c) || Character.getType(c) == Character.FORMAT) {
            out.append("\\u").append(Integer.toHexString(0x10000 | c), 1, 5);
          } else {
            out.append(c);
          }
        }
      }
    }
    return out.append(end < value.length() ? "…'" : "'").toString();
  }
}
