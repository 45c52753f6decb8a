package dev.tenon.cli.terminal.appearance;

import dev.tenon.cli.terminal.theme.Background;
import java.util.Map;
import java.util.Optional;

/// What is known of the terminal's background: what it answers, and what the surroundings say.
final class BackgroundColour {
  /// Asks for it (OSC 11).
  static final String QUERY = "\033]11;?\007";

  private static final String ANSWER = "]11;";
  private static final int FIRST_LIGHT = 8;

  private BackgroundColour() {}

  /// Whether a terminal may be asked: some would show the question.
  static boolean canBeAsked(Map<String, String> environment) {
    String terminal = environment.getOrDefault("TERM", "dumb");
    return !terminal.equals("dumb") && !terminal.equals("linux") && !terminal.startsWith("vt");
  }

  /// What an answer says; nothing if it is none.
  static Optional<Background> answered(String report) {
    if (!report.startsWith(ANSWER)) {
      return Optional.empty();
    }
    String colour = report.substring(ANSWER.length());
    double[] channels = colour.startsWith("#") ? hash(colour) : named(colour);
    if (channels.length != 3) {
      return Optional.empty();
    }
    double light = 0.299 * channels[0] + 0.587 * channels[1] + 0.114 * channels[2];
    return Optional.of(light > 0.5 ? Background.LIGHT : Background.DARK);
  }

  /// `rgb:R/G/B`, each of one to four digits, or `rgba:` with one more.
  private static double[] named(String colour) {
    int colon = colour.indexOf(':');
    String kind = colon < 0 ? "" : colour.substring(0, colon);
    String[] parts = colour.substring(colon + 1).split("/", -1);
    boolean right =
        (kind.equals("rgb") && parts.length == 3) || (kind.equals("rgba") && parts.length == 4);
    if (!right) {
      return new double[0];
    }
    double[] channels = new double[3];
    for (int i = 0; i < 3; i++) {
      channels[i] = channel(parts[i]);
      if (channels[i] < 0) {
        return new double[0];
      }
    }
    return channels;
  }

  /// `#RGB`, with one to four digits for each.
  private static double[] hash(String colour) {
    int digits = (colour.length() - 1) / 3;
    if (digits * 3 != colour.length() - 1) {
      return new double[0];
    }
    return named(
        "rgb:"
            + colour.substring(1, 1 + digits)
            + "/"
            + colour.substring(1 + digits, 1 + 2 * digits)
            + "/"
            + colour.substring(1 + 2 * digits));
  }

  /// From 0 to 1; negative if it is no number.
  private static double channel(String digits) {
    if (digits.isEmpty() || digits.length() > 4) {
      return -1;
    }
    int value = 0;
    for (int i = 0; i < digits.length(); i++) {
      int digit = digits.charAt(i) < 0x80 ? Character.digit(digits.charAt(i), 16) : -1;
      if (digit < 0) {
        return -1;
      }
      value = value << 4 | digit;
    }
    return value / (double) ((1 << (4 * digits.length())) - 1);
  }

  /// What the terminal says when its user changes the colours; nothing if it is another report.
  static Optional<Background> notified(String report) {
    return switch (report) {
      case "[?997;1n" -> Optional.of(Background.DARK);
      case "[?997;2n" -> Optional.of(Background.LIGHT);
      default -> Optional.empty();
    };
  }

  /// What the customary variable says: `foreground;background` as indices, perhaps with something
  /// in between.
  static Optional<Background> of(Map<String, String> environment) {
    String said = environment.getOrDefault("COLORFGBG", "");
    String index = said.substring(said.lastIndexOf(';') + 1);
    if (said.indexOf(';') < 0 || index.isEmpty() || index.length() > 3) {
      return Optional.empty();
    }
    int number = 0;
    for (int i = 0; i < index.length(); i++) {
      char c = index.charAt(i);
      if (c < '0' || c > '9') {
        return Optional.empty();
      }
      number = 10 * number + c - '0';
    }
    return Optional.of(number < FIRST_LIGHT ? Background.DARK : Background.LIGHT);
  }
}
