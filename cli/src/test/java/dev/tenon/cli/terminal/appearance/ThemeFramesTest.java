package dev.tenon.cli.terminal.appearance;

import dev.tenon.cli.terminal.input.Key;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.GoldenFrames;
import dev.tenon.cli.terminal.render.Palette;
import dev.tenon.cli.terminal.theme.ColourDepth;
import dev.tenon.cli.terminal.theme.ThemeStore;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The menu of themes at three widths.
class ThemeFramesTest {
  @TempDir Path home;

  private String menu(DisplayOptions look, int columns, Key... keys) {
    return menu(home, look, columns, keys);
  }

  private static String menu(Path home, DisplayOptions look, int columns, Key... keys) {
    var wishes =
        new ThemeWishes(ThemeStore.in(home), "auto", "dark", "light", ThemeWishes.Eyes.USUAL, null);
    // A palette of its own: the frames are painted in the one that is compared.
    Palette palette = Palette.COLOURED.replaceable(ColourDepth.TRUECOLOR);
    try (var appearance = new Appearance(wishes, palette, StandardCharsets.UTF_8, Map.of())) {
      var menu = new ThemeMenu(appearance, look);
      menu.lines(columns, 40);
      for (Key key : keys) {
        menu.press(key);
      }
      return String.join("\n", menu.lines(columns, 40)) + "\n";
    }
  }

  private Map<String, String> scenes(DisplayOptions look, int columns) throws Exception {
    var scenes = new LinkedHashMap<String, String>();
    scenes.put("theme", menu(look, columns));
    scenes.put("theme-next", menu(look, columns, Key.Named.DOWN, Key.Named.DOWN));
    Path other = home.resolve("other");
    Files.writeString(
        Files.createDirectories(other.resolve("themes")).resolve("broken.json"),
        "{\"name\": \"broken\", \"colors\": {\"accent\": \"#zzz\"}}");
    scenes.put("theme-broken", menu(other, look, columns, new Key.Pasted("broken")));
    scenes.put("theme-nothing", menu(look, columns, new Key.Pasted("zzz")));
    return scenes;
  }

  @ParameterizedTest
  @ValueSource(ints = {60, 80, 200})
  void theMenuLooksAsItDid(int columns) throws Exception {
    GoldenFrames.check(ThemeFramesTest.class, columns, look -> scenes(look, columns));
  }
}
