package dev.tenon.core.session;

/// Short names of sessions.
public final class Titles {
  private static final int LENGTH = 60;

  private Titles() {}

  /// The beginning of a prompt as a title: its first line that says something, without control
  /// characters, cut at a word.
  public static String of(String prompt) {
    return cut(firstLine(prompt), LENGTH);
  }

  private static String firstLine(String prompt) {
    int start = 0;
    while (start < prompt.length()) {
      int end = prompt.indexOf('\n', start);
      end = end < 0 ? prompt.length() : end;
      String line = plain(prompt.substring(start, Math.min(end, start + 4 * LENGTH)));
      if (!line.isEmpty()) {
        return line;
      }
      start = end + 1;
    }
    return "";
  }

  /// Text on one line: control characters become spaces, and many spaces one.
  public static String plain(String text) {
    var out = new StringBuilder();
    boolean space = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c <= ' ' || (c >= 0x7f && c < 0xa0) || c == '\u2028' || c == '\u2029') {
        space = !out.isEmpty();
      } else {
        if (space) {
          out.append(' ');
          space = false;
        }
        out.append(c);
      }
    }
    return out.toString();
  }

  /// At most so many characters, the last of them an ellipsis when something is left out.
  public static String cut(String text, int length) {
    if (text.length() <= length) {
      return text;
    }
    int end = length - 1;
    int space = text.lastIndexOf(' ', end);
    if (space > length / 2) {
      end = space;
    } else if (Character.isHighSurrogate(text.charAt(end - 1))) {
      end--;
    }
    return text.substring(0, end) + "…";
  }
}
