package dev.tenon.core.tool;

/// What a tool is for, in a line: the first sentence of its description.
public final class Purpose {
  private Purpose() {}

  /// The first sentence without line breaks and control characters.
  ///
  /// @param most characters of it; a longer one is cut and ends with three dots in one
  public static String of(String description, int most) {
    var out = new StringBuilder();
    boolean gap = false;
    int length = 0;
    for (int i = 0; i < description.length(); ) {
      int c = description.codePointAt(i);
      i += Character.charCount(c);
      boolean blank = Character.isWhitespace(c) || Character.isSpaceChar(c);
      if (blank || Character.isISOControl(c)) {
        if (length > 0 && out.charAt(out.length() - 1) == '.') {
          break;
        }
        gap = length > 0;
        continue;
      }
      int needed = gap ? 2 : 1;
      if (length + needed > most) {
        return cut(out, most);
      }
      if (gap) {
        out.append(' ');
      }
      out.appendCodePoint(c);
      length += needed;
      gap = false;
    }
    return out.toString();
  }

  private static String cut(StringBuilder text, int most) {
    if (most < 1) {
      return "";
    }
    int end = text.length();
    while (text.codePointCount(0, end) > most - 1) {
      end = text.offsetByCodePoints(end, -1);
    }
    int word = text.lastIndexOf(" ", end - 1);
    // Between words, unless that would leave nothing worth reading.
    int at = word > end / 2 ? word : end;
    return text.substring(0, at) + "…";
  }
}
