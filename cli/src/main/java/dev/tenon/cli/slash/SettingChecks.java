package dev.tenon.cli.slash;

import dev.tenon.cli.terminal.appearance.ThemeWishes;
import dev.tenon.cli.terminal.editor.Keymap;
import dev.tenon.cli.terminal.theme.Background;
import dev.tenon.cli.terminal.theme.ThemeException;
import dev.tenon.cli.terminal.theme.ThemeStore;
import dev.tenon.engine.config.ConfigException;
import dev.tenon.engine.config.Configuration;
import dev.tenon.engine.config.ProjectOptions;
import dev.tenon.engine.config.Settings;
import dev.tenon.engine.config.value.SettingCheck;
import dev.tenon.engine.model.ModelCheck;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What a setting must hold besides its form before the terminal writes it: a model that can be
/// had, a theme that there is, keys of an action that there is.
public final class SettingChecks {
  private static final String THEME = "ui.theme";
  private static final Set<String> THEMES = Set.of(THEME, "theme.dark", "theme.light");
  private static final String KEYS = "keys.";

  private SettingChecks() {}

  public static SettingCheck of(ProjectOptions options) {
    SettingCheck models = new ModelCheck(options);
    return models
        .and((key, values) -> theme(options, key, values))
        .and((key, values) -> keys(options, key, values));
  }

  private static Optional<String> theme(ProjectOptions options, String key, List<String> values) {
    if (!THEMES.contains(key)) {
      return Optional.empty();
    }
    ThemeStore store = ThemeStore.in(options.home());
    for (String name : values) {
      if (key.equals(THEME) && name.equals(ThemeWishes.AUTO)) {
        continue;
      }
      try {
        store.load(name, Background.DARK);
      } catch (ThemeException wrong) {
        return Optional.of(String.valueOf(wrong.getMessage()));
      }
    }
    return Optional.empty();
  }

  private static Optional<String> keys(ProjectOptions options, String key, List<String> values) {
    if (!key.startsWith(KEYS)) {
      return Optional.empty();
    }
    String action = key.substring(KEYS.length());
    List<Settings.KeyChoice> chosen;
    try {
      chosen = Configuration.load(options).settings().ui().editor().chosen();
    } catch (ConfigException broken) {
      return Optional.of(String.valueOf(broken.getMessage()));
    }
    var others = new ArrayList<Keymap.Entry>();
    for (Settings.KeyChoice choice : chosen) {
      if (!choice.action().equals(action)) {
        others.add(new Keymap.Entry(choice.action(), choice.keys(), choice.where()));
      }
    }
    return Keymap.problem(new Keymap.Entry(action, values, ""), others);
  }
}
