package dev.tenon.engine.content;

import dev.tenon.core.text.VisibleText;

/// A text of a file as one line without signs that mean something to a terminal. By hand, because
/// it is made of every one of hundreds of files before the first request.
public final class OneLine {
  private static final int MESSAGE = 500;

  private OneLine() {}

  /// At most so many characters of it.
  public static String of(String text, int most) {
    if (text.length() <= most && isOneLine(text)) {
      return text;
    }
    var line = new StringBuilder(Math.min(text.length(), most));
    boolean space = false;
    for (int i = 0; i < text.length(); i++) {
      char sign = text.charAt(i);
      if (sign == ' ' || (sign >= '\t' && sign <= '\r')) {
        space = !line.isEmpty();
        continue;
      }
      if (line.length() + (space ? 1 : 0) >= most) {
        break;
      }
      if (space) {
        line.append(' ');
        space = false;
      }
      line.append(sign < ' ' || sign == 0x7f ? '?' : sign);
    }
    return line.toString();
  }

  /// What would run, as it would: a line break in it is no blank for a shell, and shows.
  ///
  /// @param most characters of it, of which those that are left out are told by a sign
  public static String command(String text, int most) {
    String line = VisibleText.line(text.strip());
    return line.length() > most ? line.substring(0, most) + "…" : line;
  }

  /// Whether nothing has to be done about a text.
  private static boolean isOneLine(String text) {
    boolean space = true;
    for (int i = 0; i < text.length(); i++) {
      char sign = text.charAt(i);
      if (sign < ' ' || sign == 0x7f || (space && sign == ' ')) {
        return false;
      }
      space = sign == ' ';
    }
    return !space || text.isEmpty();
  }

  /// A message about a file, which may hold what stands in it.
  public static String message(String text) {
    String line = of(text, MESSAGE + 1);
    return line.length() > MESSAGE ? line.substring(0, MESSAGE) + "…" : line;
  }

  /// The same text with a `?` for every control character.
  public static String visible(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) < ' ' || text.charAt(i) == 0x7f) {
        return replaced(text);
      }
    }
    return text;
  }

  private static String replaced(String text) {
    var shown = new StringBuilder(text);
    for (int i = 0; i < shown.length(); i++) {
      if (shown.charAt(i) < ' ' || shown.charAt(i) == 0x7f) {
        shown.setCharAt(i, '?');
      }
    }
    return shown.toString();
  }
}
