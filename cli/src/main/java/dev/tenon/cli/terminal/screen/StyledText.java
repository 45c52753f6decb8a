package dev.tenon.cli.terminal.screen;

/// Text with the escape sequences of styles and links in it, which take no room. What is drawn as
/// one sign is never cut in two ([Clusters]).
public final class StyledText {
  private StyledText() {}

  /// The index after the sign or the sequence that begins here.
  public static int next(String text, int at) {
    if (text.charAt(at) == '\033') {
      return afterEscape(text, at);
    }
    return Clusters.next(text, at);
  }

  /// How many columns a text takes.
  public static int width(String text) {
    int width = 0;
    for (int i = 0; i < text.length(); ) {
      char c = text.charAt(i);
      int end = next(text, i);
      width += c == '\033' ? 0 : Clusters.widthOfOne(text, i, end);
      i = end;
    }
    return width;
  }

  /// The index after the escape sequence that begins here.
  public static int afterEscape(String text, int start) {
    int i = start + 1;
    if (i >= text.length()) {
      return i;
    }
    char kind = text.charAt(i++);
    if (kind == '[') {
      while (i < text.length() && (text.charAt(i) < 0x40 || text.charAt(i) > 0x7e)) {
        i++;
      }
      return Math.min(text.length(), i + 1);
    }
    if (kind == ']') {
      while (i < text.length()) {
        char c = text.charAt(i++);
        if (c == '\007') {
          return i;
        }
        if (c == '\033') {
          return Math.min(text.length(), i + 1);
        }
      }
    }
    return i;
  }

  /// The beginning of a text that fits in so many columns; what it leaves switched on is switched
  /// off.
  public static String fit(String text, int room) {
    int width = 0;
    boolean styled = false;
    for (int i = 0; i < text.length(); ) {
      int end = next(text, i);
      if (text.charAt(i) == '\033') {
        styled = true;
      } else {
        width += Clusters.widthOfOne(text, i, end);
        if (width > room) {
          return text.substring(0, i) + (styled ? "\033[0m" : "");
        }
      }
      i = end;
    }
    return text;
  }

  /// The index of what stands at this column, or the end.
  static int at(String text, int column) {
    int width = 0;
    int i = 0;
    while (i < text.length()) {
      int end = next(text, i);
      width += text.charAt(i) == '\033' ? 0 : Clusters.widthOfOne(text, i, end);
      if (width > column) {
        break;
      }
      i = end;
    }
    return i;
  }

  /// Whether a text has signs of which terminals may think differently.
  static boolean isUncertain(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if ((c >= 0x300 && (c < 0x2000 || c > 0x27ff)) || c == 0x200d) {
        return true;
      }
    }
    return false;
  }
}
