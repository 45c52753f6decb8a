package dev.tenon.cli.terminal.appearance;

import dev.tenon.cli.terminal.theme.Background;
import dev.tenon.cli.terminal.theme.BuiltinThemes;
import dev.tenon.cli.terminal.theme.Theme;
import dev.tenon.cli.terminal.theme.ThemeStore;
import org.jspecify.annotations.Nullable;

/// What the user wants.
///
/// @param name of a theme, or [#AUTO]
/// @param dark the theme for dark backgrounds
/// @param light the theme for light ones
/// @param preset of symbols; null for what the theme says
public record ThemeWishes(
    ThemeStore store,
    String name,
    String dark,
    String light,
    Eyes eyes,
    Theme.@Nullable Preset preset) {
  public static final String AUTO = "auto";

  /// Whether red and green are kept apart from each other.
  public enum Eyes {
    USUAL,
    COLOUR_BLIND
  }

  /// The theme on such a background.
  String on(Background background) {
    if (!name.equals(AUTO)) {
      return name;
    }
    return background == Background.LIGHT ? light : dark;
  }

  /// Whether the background makes a difference.
  boolean dependsOnBackground() {
    return !on(Background.DARK).equals(on(Background.LIGHT)) || hasBoth(on(Background.DARK));
  }

  private static boolean hasBoth(String theme) {
    return theme.equals(BuiltinThemes.HIGH_CONTRAST)
        || theme.equals(BuiltinThemes.COLOUR_BLIND)
        || theme.equals("color-blind");
  }

  ThemeWishes named(String other) {
    return new ThemeWishes(store, other, dark, light, eyes, preset);
  }
}
