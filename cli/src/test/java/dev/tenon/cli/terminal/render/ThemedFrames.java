package dev.tenon.cli.terminal.render;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.terminal.theme.BuiltinThemes;
import dev.tenon.cli.terminal.theme.ColourDepth;
import dev.tenon.cli.terminal.theme.Theme;
import dev.tenon.cli.terminal.theme.ThemeException;
import dev.tenon.cli.terminal.theme.ThemeJson;
import dev.tenon.cli.terminal.theme.ThemeParser;
import dev.tenon.cli.terminal.theme.Token;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Components in the built-in themes: a theme changes colours and nothing else, and all colours are
/// its own.
public final class ThemedFrames {
  private ThemedFrames() {}

  /// Makes the frames of a component, by their names.
  @FunctionalInterface
  public interface Scenes {
    Map<String, String> in(DisplayOptions look) throws Exception;
  }

  public static DisplayOptions look(Theme theme) {
    Palette palette = Palette.COLOURED.replaceable(ColourDepth.TRUECOLOR);
    palette.use(theme, Glyphs.UNICODE);
    return new DisplayOptions(palette, Glyphs.UNICODE, DisplayOptions.Thinking.SHORT);
  }

  /// The dark theme with other colours for some tokens.
  public static Theme theme(Map<Token, Integer> colours) throws ThemeException {
    String text = ThemeJson.of(BuiltinThemes.dark(), "mine").compact();
    for (Map.Entry<Token, Integer> colour : colours.entrySet()) {
      String key = "\"" + colour.getKey().key() + "\":";
      text = text.replaceAll(key + "\"[^\"]*\"", key + "\"#%06x\"".formatted(colour.getValue()));
    }
    return ThemeParser.parse("mine", text).theme();
  }

  /// @param usual the same frames without a theme
  public static void check(Map<String, String> usual, Scenes scenes) throws Exception {
    for (Theme theme : List.of(BuiltinThemes.dark(), BuiltinThemes.light())) {
      scenes
          .in(look(theme))
          .forEach(
              (name, frame) -> {
                assertThat(Cells.text(frame))
                    .as("%s, %s", name, theme.name())
                    .isEqualTo(Cells.text(Objects.requireNonNull(usual.get(name), name)));
                assertThat(frame)
                    .as("%s, %s", name, theme.name())
                    .doesNotContainPattern("\033\\[(?![34]8;)(\\d+;)*[349][0-7]m");
              });
    }
  }
}
