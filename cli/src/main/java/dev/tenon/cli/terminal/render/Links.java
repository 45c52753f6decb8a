package dev.tenon.cli.terminal.render;

import java.util.Locale;

/// Links that a terminal makes clickable (OSC 8). Every one that the program makes carries a mark
/// that no text can know, so that the last gate tells them from those in a text that somebody
/// forgot to make harmless.
public final class Links {
  static final String CLOSE = "\033]8;;\033\\";

  private static final int LONGEST = 2_000;

  private Links() {}

  /// The mark exists from the first link on.
  private static final class Mark {
    static final String OPEN =
        "\033]8;id=" + Long.toString(new java.security.SecureRandom().nextLong(), 36) + ";";
  }

  /// Whether this is an address that may be opened: of a kind that runs nothing, and of visible
  /// ASCII alone, so that what it says is what it is.
  public static boolean allowed(String address) {
    if (address.length() > LONGEST) {
      return false;
    }
    for (int i = 0; i < address.length(); i++) {
      char c = address.charAt(i);
      if (c <= ' ' || c >= 0x7f) {
        return false;
      }
    }
    String kind = address.substring(0, Math.min(8, address.length())).toLowerCase(Locale.ROOT);
    return kind.startsWith("http://")
        || kind.startsWith("https://")
        || kind.startsWith("file://")
        || (kind.startsWith("mailto:") && address.length() > 7);
  }

  /// @param address an allowed one
  public static String linked(String address, String painted) {
    return Mark.OPEN + address + "\033\\" + painted + CLOSE;
  }

  /// The index after a sequence of ours that starts here, or `at` if there is none.
  static int after(String text, int at) {
    if (text.startsWith(CLOSE, at)) {
      return at + CLOSE.length();
    }
    if (!text.startsWith("\033]8;id=", at) || !text.startsWith(Mark.OPEN, at)) {
      return at;
    }
    int start = at + Mark.OPEN.length();
    int end = text.indexOf("\033\\", start);
    return end > 0 && allowed(text.substring(start, end)) ? end + 2 : at;
  }
}
