package dev.tenon.cli.terminal.render;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.cli.terminal.theme.BuiltinThemes;
import dev.tenon.cli.terminal.theme.ColourDepth;
import dev.tenon.cli.terminal.theme.Theme;
import dev.tenon.cli.terminal.theme.ThemeJson;
import dev.tenon.cli.terminal.theme.ThemeParser;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ThemedPaletteTest {
  private static Palette themed(Palette kind, ColourDepth depth) {
    Palette palette = kind.replaceable(depth);
    palette.use(BuiltinThemes.dark(), Glyphs.UNICODE);
    return palette;
  }

  private static Theme with(String from, String to) throws Exception {
    String json = ThemeJson.of(BuiltinThemes.dark(), "mine").pretty();
    assertThat(json).contains(from);
    return ThemeParser.parse("x", json.replace(from, to)).theme();
  }

  @Test
  void aColourIsSaidAsTheTerminalUnderstandsIt() {
    assertThat(themed(Palette.COLOURED, ColourDepth.TRUECOLOR).paint(Style.ACCENT, "x"))
        .isEqualTo("\033[38;2;197;165;245mx\033[39m");
    assertThat(themed(Palette.COLOURED, ColourDepth.INDEXED).paint(Style.ACCENT, "x"))
        .isEqualTo("\033[38;5;183mx\033[39m");
    assertThat(themed(Palette.COLOURED, ColourDepth.SIXTEEN).paint(Style.ACCENT, "x"))
        .isEqualTo("\033[95mx\033[39m");
  }

  @Test
  void groundsAndWeightsGoTogether() {
    assertThat(themed(Palette.COLOURED, ColourDepth.TRUECOLOR).paint(Style.SELECTED, "x"))
        .isEqualTo("\033[1m\033[38;2;197;165;245m\033[48;2;49;64;92mx\033[49m\033[39m\033[22m");
    assertThat(themed(Palette.MONOCHROME, ColourDepth.TRUECOLOR).paint(Style.SELECTED, "x"))
        .isEqualTo("\033[1;4mx\033[22;24m");
    assertThat(themed(Palette.PLAIN, ColourDepth.TRUECOLOR).paint(Style.SELECTED, "x"))
        .isEqualTo("x");
  }

  @Test
  void indicesAndTheTerminalsOwnColourAreTaken() throws Exception {
    Palette palette = Palette.COLOURED.replaceable(ColourDepth.TRUECOLOR);
    palette.use(with("\"accent\": \"#c5a5f5\"", "\"accent\": 5"), Glyphs.UNICODE);
    assertThat(palette.paint(Style.ACCENT, "x")).isEqualTo("\033[38;5;5mx\033[39m");
    Palette sixteen = Palette.COLOURED.replaceable(ColourDepth.SIXTEEN);
    sixteen.use(with("\"accent\": \"#c5a5f5\"", "\"accent\": 13"), Glyphs.UNICODE);
    assertThat(sixteen.paint(Style.ACCENT, "x")).isEqualTo("\033[95mx\033[39m");
    palette.use(with("\"accent\": \"#c5a5f5\"", "\"accent\": \"\""), Glyphs.UNICODE);
    assertThat(palette.paint(Style.ACCENT, "x")).isEqualTo("x");
    // What has no colour is faint by itself.
    palette.use(with("\"dim\": \"#8b93a1\"", "\"dim\": \"\""), Glyphs.UNICODE);
    assertThat(palette.paint(Style.DIM, "x")).isEqualTo("\033[2mx\033[22m");
  }

  /// Whatever ends inside a style, the style goes on.
  @Test
  void stylesNest() {
    Palette palette = themed(Palette.COLOURED, ColourDepth.INDEXED);
    for (Style outer : Style.values()) {
      String sample = palette.paint(outer, "a");
      for (Style inner : Style.values()) {
        String nested = palette.paint(outer, "a" + palette.paint(inner, "b") + "a");
        List<String> cells = Cells.of(nested);
        assertThat(effects(cells.getLast()))
            .as("%s in %s", inner, outer)
            .isEqualTo(effects(Cells.of(sample).getFirst()));
        assertThat(effects(cells.getFirst())).isEqualTo(effects(cells.getLast()));
      }
    }
  }

  /// What is on, however often it was switched on.
  private static List<String> effects(String cell) {
    var last = new HashMap<String, String>();
    for (String sequence : cell.substring(1).split("m", -1)) {
      String code = sequence.replace("\033[", "");
      String kind = code.startsWith("38") ? "front" : code.startsWith("48") ? "behind" : code;
      last.put(kind, code);
    }
    var effects = new ArrayList<>(last.values());
    effects.sort(null);
    return effects;
  }

  @ParameterizedTest
  @EnumSource(Style.class)
  void theLastGateKnowsEveryTheme(Style style) {
    for (String name : BuiltinThemes.NAMES) {
      for (ColourDepth depth : ColourDepth.values()) {
        Palette palette = Palette.COLOURED.replaceable(depth);
        palette.use(
            BuiltinThemes.find(name, dev.tenon.cli.terminal.theme.Background.LIGHT).orElseThrow(),
            Glyphs.UNICODE);
        String painted = palette.paint(style, "text");
        assertThat(PaintedText.line(painted)).isEqualTo(painted);
      }
    }
    assertThat(PaintedText.line("\033[38;2;9;8;7mx\033[39m")).startsWith("^[[38;2;9;8;7mx");
  }

  @Test
  void whatIsEverybodysIsNotChanged() {
    assertThatThrownBy(() -> Palette.COLOURED.use(BuiltinThemes.light(), Glyphs.UNICODE))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void whoHasTheLookSeesTheChange() throws Exception {
    Palette palette = themed(Palette.COLOURED, ColourDepth.TRUECOLOR);
    var look = new DisplayOptions(palette, Glyphs.UNICODE, DisplayOptions.Thinking.SHORT);
    String before = look.paint(Style.OK, look.glyphs().ok);
    Theme other =
        with("\"colors\": {", "\"symbols\": {\"overrides\": {\"ok\": \"✔\"}}, \"colors\": {");
    palette.use(other, Glyphs.of(other, null, StandardCharsets.UTF_8));
    assertThat(look.paint(Style.OK, look.glyphs().ok))
        .isEqualTo(before.replace("✓", "✔"))
        .isNotEqualTo(before);
  }

  @Test
  void theUsersPresetWinsOverTheThemesAndTheTerminalOverBoth() throws Exception {
    String symbols =
        "\"symbols\": {\"preset\": \"ascii\", \"overrides\": {\"ok\": \"✔\", \"call\": \"=>\"}},"
            + " \"colors\": {";
    Theme theme = with("\"colors\": {", symbols);
    Glyphs asTheTheme = Glyphs.of(theme, null, StandardCharsets.UTF_8);
    assertThat(List.of(asTheTheme.person, asTheTheme.ok, asTheTheme.call))
        .containsExactly(">", "✔", "=>");
    Glyphs asTheUser = Glyphs.of(theme, Theme.Preset.UNICODE, StandardCharsets.UTF_8);
    assertThat(List.of(asTheUser.person, asTheUser.ok, asTheUser.call))
        .containsExactly("❯", "✔", "=>");
    Glyphs asItCan = Glyphs.of(theme, Theme.Preset.NERD, StandardCharsets.ISO_8859_1);
    assertThat(List.of(asItCan.person, asItCan.ok, asItCan.call)).containsExactly(">", "ok", "=>");
    assertThat(Glyphs.of(BuiltinThemes.dark(), null, StandardCharsets.UTF_8))
        .isSameAs(Glyphs.UNICODE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "TRUECOLOR | COLORTERM=truecolor TERM=xterm",
        "TRUECOLOR | COLORTERM=24bit TERM=linux",
        "TRUECOLOR | WT_SESSION=x TERM=xterm",
        "TRUECOLOR | TERM=xterm-256color",
        "TRUECOLOR | TERM=xterm-kitty",
        "TRUECOLOR | TERM=tmux-256color",
        "TRUECOLOR | TERM=screen-256color TMUX=/tmp/x",
        "TRUECOLOR | TERM=xterm FORCE_COLOR=3",
        "TRUECOLOR | TERM=alacritty FORCE_COLOR=1",
        "INDEXED | TERM=xterm-256color FORCE_COLOR=2",
        "INDEXED | TERM=xterm",
        "INDEXED | TERM=",
        "INDEXED | TERM=dumb",
        "INDEXED | TERM=screen-256color STY=1.x COLORTERM=truecolor",
        "INDEXED | TERM=screen",
        "INDEXED | TERM=rxvt-unicode-256color",
        "INDEXED | TERM=xterm-256color TERM_PROGRAM=Apple_Terminal",
        "SIXTEEN | TERM=linux",
        "SIXTEEN | TERM=vt220",
        "SIXTEEN | TERM=xterm-16color",
        "SIXTEEN | TERM=xterm-color"
      })
  void theSurroundingsSayHowManyColoursThereAre(ColourDepth depth, String variables) {
    var environment = new HashMap<String, String>();
    for (String each : variables.split(" ", -1)) {
      environment.put(each.substring(0, each.indexOf('=')), each.substring(each.indexOf('=') + 1));
    }
    assertThat(ColourDepth.of(environment)).isEqualTo(depth);
  }
}
