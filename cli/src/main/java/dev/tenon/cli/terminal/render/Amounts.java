package dev.tenon.cli.terminal.render;

import java.time.Duration;

/// Numbers as people read them.
public final class Amounts {
  private Amounts() {}

  /// `1,234`
  public static String count(long number) {
    String digits = Long.toString(Math.abs(number));
    var out = new StringBuilder(number < 0 ? "-" : "");
    for (int i = 0; i < digits.length(); i++) {
      if (i > 0 && (digits.length() - i) % 3 == 0) {
        out.append(',');
      }
      out.append(digits.charAt(i));
    }
    return out.toString();
  }

  /// `1 line`, `1,234 lines`
  public static String count(long number, String noun) {
    return count(number) + " " + (number == 1 ? noun : plural(noun));
  }

  private static String plural(String noun) {
    return noun.endsWith("y") ? noun.substring(0, noun.length() - 1) + "ies" : noun + "s";
  }

  /// `12 ms`, `3.4 s`, `2 min 5 s`
  public static String time(Duration duration) {
    long millis = duration.toMillis();
    if (millis < 1000) {
      return millis + " ms";
    }
    if (millis < 60_000) {
      return millis / 1000 + "." + millis % 1000 / 100 + " s";
    }
    return millis / 60_000 + " min " + millis % 60_000 / 1000 + " s";
  }

  /// `512 B`, `3.4 KB`, `1.2 MB`
  public static String bytes(long bytes) {
    if (bytes < 1024) {
      return bytes + " B";
    }
    boolean mega = bytes >= 1024 * 1024;
    long tenths = bytes * 10 / (mega ? 1024 * 1024 : 1024);
    return count(tenths / 10) + "." + tenths % 10 + (mega ? " MB" : " KB");
  }

  /// `$0.0123`, `$12.34`
  public static String dollars(double cost) {
    int digits = cost < 1 ? 4 : 2;
    long scale = digits == 4 ? 10_000 : 100;
    long units = Math.round(cost * scale);
    String fraction = Long.toString(units % scale);
    return "$" + count(units / scale) + "." + "0".repeat(digits - fraction.length()) + fraction;
  }
}
