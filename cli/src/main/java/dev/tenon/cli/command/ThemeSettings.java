package dev.tenon.cli.command;

import dev.tenon.cli.terminal.appearance.ThemeWishes;
import dev.tenon.cli.terminal.theme.Theme;
import dev.tenon.cli.terminal.theme.ThemeStore;
import dev.tenon.engine.config.Settings;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// What the settings say of colours and signs, as the terminal wants to know it.
final class ThemeSettings {
  private ThemeSettings() {}

  /// @param home the state folder
  static ThemeWishes wishes(Settings.Look look, Path home) {
    return new ThemeWishes(
        ThemeStore.in(home),
        look.theme(),
        look.dark(),
        look.light(),
        look.colorBlind() ? ThemeWishes.Eyes.COLOUR_BLIND : ThemeWishes.Eyes.USUAL,
        preset(look.symbols()));
  }

  private static Theme.@Nullable Preset preset(Settings.SymbolPreset symbols) {
    return switch (symbols) {
      case AUTO -> null;
      case UNICODE -> Theme.Preset.UNICODE;
      case NERD -> Theme.Preset.NERD;
      case ASCII -> Theme.Preset.ASCII;
    };
  }
}
