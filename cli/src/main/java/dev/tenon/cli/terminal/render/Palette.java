package dev.tenon.cli.terminal.render;

import java.util.Map;

/// Whether styles show.
public enum Palette {
  /// None.
  PLAIN,
  /// What is left without colours: bold, italics and lines.
  MONOCHROME,
  COLOURED;

  /// The text in this style, or as it is.
  public String paint(Style style, String text) {
    return switch (this) {
      case PLAIN -> text;
      case MONOCHROME -> painted(style.plainOn(), text, style.plainOff());
      case COLOURED -> painted(style.on(), text, style.off());
    };
  }

  /// A style within the text that ends would end this one as well.
  private static String painted(String on, String text, String off) {
    return on.isEmpty() || text.isEmpty() ? text : on + text.replace(off, off + on) + off;
  }

  /// What the user wants (`ui.color`, `--no-color`).
  public enum Wish {
    /// As the surroundings suggest.
    AUTO,
    ALWAYS,
    NEVER
  }

  /// Decides by the wish, then by the customary variables, then by what the output is. `NO_COLOR`
  /// wins over `FORCE_COLOR` and `CLICOLOR_FORCE`, and leaves bold and lines to a terminal.
  ///
  /// @param environment the process's variables
  /// @param reach where the text goes
  public static Palette choose(Wish wish, Map<String, String> environment, Page.Reach reach) {
    return switch (wish) {
      case ALWAYS -> COLOURED;
      case NEVER -> PLAIN;
      case AUTO -> automatic(environment, reach);
    };
  }

  private static Palette automatic(Map<String, String> environment, Page.Reach reach) {
    boolean lines = reach == Page.Reach.STREAM || "dumb".equals(environment.get("TERM"));
    if (!environment.getOrDefault("NO_COLOR", "").isEmpty()
        || "0".equals(environment.get("FORCE_COLOR"))) {
      return lines ? PLAIN : MONOCHROME;
    }
    if (forced(environment, "FORCE_COLOR") || forced(environment, "CLICOLOR_FORCE")) {
      return COLOURED;
    }
    if (lines) {
      return PLAIN;
    }
    return "0".equals(environment.get("CLICOLOR")) ? MONOCHROME : COLOURED;
  }

  private static boolean forced(Map<String, String> environment, String name) {
    String value = environment.getOrDefault(name, "");
    return !value.isEmpty() && !value.equals("0");
  }
}
