package dev.tenon.cli.session;

import dev.tenon.cli.terminal.theme.Background;
import dev.tenon.cli.terminal.theme.BuiltinThemes;
import dev.tenon.cli.terminal.theme.PageColours;
import dev.tenon.cli.terminal.theme.Theme;
import dev.tenon.cli.terminal.theme.ThemeException;
import dev.tenon.cli.terminal.theme.ThemeStore;
import dev.tenon.engine.config.Settings;
import java.nio.file.Path;
import java.util.function.Consumer;

/// The colours of an exported page: those of the user's themes, the light or the dark one as the
/// reader's browser wants it.
public final class HtmlColours {
  private HtmlColours() {}

  /// As CSS, to stand after the rules that it colours.
  ///
  /// @param home the state folder
  /// @param problems told of a theme that cannot be used
  public static String css(Settings.Look look, Path home, Consumer<String> problems) {
    ThemeStore store = ThemeStore.in(home);
    if (!look.theme().equals("auto") && !ThemeStore.isBuiltin(look.theme())) {
      return css(load(store, look.theme(), Background.DARK, problems));
    }
    boolean auto = look.theme().equals("auto");
    Theme light = load(store, auto ? look.light() : look.theme(), Background.LIGHT, problems);
    Theme dark = load(store, auto ? look.dark() : look.theme(), Background.DARK, problems);
    return css(light) + "@media(prefers-color-scheme:dark){\n" + css(dark) + "}\n";
  }

  private static Theme load(
      ThemeStore store, String name, Background background, Consumer<String> problems) {
    try {
      return store.load(name, background).theme();
    } catch (ThemeException wrong) {
      problems.accept(wrong.line());
      return background == Background.LIGHT ? BuiltinThemes.light() : BuiltinThemes.dark();
    }
  }

  private static String css(Theme theme) {
    PageColours colours = PageColours.of(theme);
    return "body{color:%s;background:%s}.user{border-color:%s;background:%s}"
            .formatted(colours.text(), colours.page(), colours.person(), colours.info())
        + ".assistant{border-color:%s}details pre{background:%s}.failed summary{color:%s}"
            .formatted(colours.accent(), colours.card(), colours.error())
        + "details,.who,.facts,.note{color:%s}\n".formatted(colours.muted());
  }
}
