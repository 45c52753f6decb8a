package dev.tenon.engine.config.value;

import java.util.Locale;

/// What a number counts, and the endings that multiply it: `30s`, `720KB`.
public enum Unit {
  COUNT("", 1, "", 1, ""),
  MILLIS("m", 60_000, "s", 1000, "ms"),
  BYTES("mb", 1024 * 1024, "kb", 1024, "b");

  private final String large;
  private final int largeFactor;
  private final String middle;
  private final int middleFactor;
  private final String one;

  Unit(String large, int largeFactor, String middle, int middleFactor, String one) {
    this.large = large;
    this.largeFactor = largeFactor;
    this.middle = middle;
    this.middleFactor = middleFactor;
    this.one = one;
  }

  /// The number, or -1 when the text is none: no setting is negative.
  long read(String text) {
    String bare = text.strip().toLowerCase(Locale.ROOT);
    if (isDigits(bare)) {
      return Long.parseLong(bare);
    }
    long number = read(bare, large, largeFactor);
    if (number < 0) {
      number = read(bare, middle, middleFactor);
    }
    return number < 0 ? read(bare, one, 1) : number;
  }

  private static long read(String text, String ending, int factor) {
    if (!text.endsWith(ending)) {
      return -1;
    }
    String digits = text.substring(0, text.length() - ending.length()).strip();
    return isDigits(digits) ? Long.parseLong(digits) * factor : -1;
  }

  /// At most twelve, so that no product overflows.
  private static boolean isDigits(String text) {
    if (text.isEmpty() || text.length() > 12) {
      return false;
    }
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) < '0' || text.charAt(i) > '9') {
        return false;
      }
    }
    return true;
  }
}
