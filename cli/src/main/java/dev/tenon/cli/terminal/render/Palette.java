package dev.tenon.cli.terminal.render;

import java.util.Map;

/// Whether styles show.
public enum Palette {
  PLAIN,
  COLOURED;

  /// The text in this style, or as it is.
  public String paint(Style style, String text) {
    return this == PLAIN || text.isEmpty() ? text : style.on() + text + style.off();
  }

  /// What the user wants (`ui.color`, `--no-color`).
  public enum Wish {
    /// As the surroundings suggest.
    AUTO,
    ALWAYS,
    NEVER
  }

  /// Decides by the wish, then by the customary variables, then by what the output is. `NO_COLOR`
  /// wins over `FORCE_COLOR` and `CLICOLOR_FORCE`.
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
    if (!environment.getOrDefault("NO_COLOR", "").isEmpty()
        || "0".equals(environment.get("FORCE_COLOR"))) {
      return PLAIN;
    }
    if (forced(environment, "FORCE_COLOR") || forced(environment, "CLICOLOR_FORCE")) {
      return COLOURED;
    }
    boolean dumb = "dumb".equals(environment.get("TERM"));
    boolean declined = "0".equals(environment.get("CLICOLOR"));
    return reach == Page.Reach.STREAM || dumb || declined ? PLAIN : COLOURED;
  }

  private static boolean forced(Map<String, String> environment, String name) {
    String value = environment.getOrDefault(name, "");
    return !value.isEmpty() && !value.equals("0");
  }
}
