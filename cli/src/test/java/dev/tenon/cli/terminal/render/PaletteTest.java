package dev.tenon.cli.terminal.render;

import static dev.tenon.cli.terminal.render.Page.Reach.DUMB;
import static dev.tenon.cli.terminal.render.Page.Reach.LIVE;
import static dev.tenon.cli.terminal.render.Page.Reach.STREAM;
import static dev.tenon.cli.terminal.render.Palette.COLOURED;
import static dev.tenon.cli.terminal.render.Palette.MONOCHROME;
import static dev.tenon.cli.terminal.render.Palette.PLAIN;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class PaletteTest {

  private static Palette auto(Page.Reach reach, String... variables) {
    var environment = new java.util.HashMap<String, String>();
    for (int i = 0; i < variables.length; i += 2) {
      environment.put(variables[i], variables[i + 1]);
    }
    return Palette.choose(Palette.Wish.AUTO, environment, reach);
  }

  @Test
  void theWishWins() {
    assertThat(Palette.choose(Palette.Wish.NEVER, Map.of("FORCE_COLOR", "1"), LIVE))
        .isEqualTo(PLAIN);
    assertThat(Palette.choose(Palette.Wish.ALWAYS, Map.of("NO_COLOR", "1"), STREAM))
        .isEqualTo(COLOURED);
  }

  @Test
  void aTerminalHasColourAndAPipeHasNot() {
    assertThat(auto(LIVE)).isEqualTo(COLOURED);
    assertThat(auto(STREAM)).isEqualTo(PLAIN);
    assertThat(auto(DUMB, "TERM", "dumb")).isEqualTo(PLAIN);
  }

  @Test
  void theCustomaryVariablesDecide() {
    assertThat(auto(LIVE, "NO_COLOR", "1")).isEqualTo(MONOCHROME);
    assertThat(auto(LIVE, "NO_COLOR", "")).isEqualTo(COLOURED);
    assertThat(auto(STREAM, "FORCE_COLOR", "1")).isEqualTo(COLOURED);
    assertThat(auto(STREAM, "CLICOLOR_FORCE", "1")).isEqualTo(COLOURED);
    assertThat(auto(STREAM, "CLICOLOR_FORCE", "0")).isEqualTo(PLAIN);
    assertThat(auto(LIVE, "FORCE_COLOR", "0")).isEqualTo(MONOCHROME);
    assertThat(auto(LIVE, "CLICOLOR", "0")).isEqualTo(MONOCHROME);
    assertThat(auto(LIVE, "NO_COLOR", "1", "FORCE_COLOR", "1")).isEqualTo(MONOCHROME);
    assertThat(auto(DUMB, "NO_COLOR", "1")).isEqualTo(MONOCHROME);
    assertThat(auto(DUMB, "NO_COLOR", "1", "TERM", "dumb")).isEqualTo(PLAIN);
    assertThat(auto(STREAM, "NO_COLOR", "1")).isEqualTo(PLAIN);
  }

  @Test
  void withoutColoursBoldAndLinesStay() {
    assertThat(MONOCHROME.paint(Style.BOLD, "x")).isEqualTo("\033[1mx\033[22m");
    assertThat(MONOCHROME.paint(Style.MD_LINK, "x")).isEqualTo("\033[4mx\033[24m");
    for (Style style : Style.values()) {
      assertThat(MONOCHROME.paint(style, "x")).doesNotContainPattern("[;\\[]3[0-9]");
    }
  }

  /// The configuration takes the variable for `ui.color: never`, which has no bold text either.
  @Test
  void theVariableKeepsBoldAlsoAsASetting() {
    Map<String, String> variable = Map.of("NO_COLOR", "1");
    assertThat(Palette.choose(Palette.Wish.NEVER, variable, LIVE)).isEqualTo(Palette.MONOCHROME);
    assertThat(Palette.choose(Palette.Wish.NEVER, variable, STREAM)).isEqualTo(Palette.PLAIN);
    assertThat(Palette.choose(Palette.Wish.NEVER, Map.of("NO_COLOR", ""), LIVE))
        .isEqualTo(Palette.PLAIN);
  }
}
