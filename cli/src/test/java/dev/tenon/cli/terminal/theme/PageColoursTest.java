package dev.tenon.cli.terminal.theme;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PageColoursTest {
  @Test
  void whatTheThemeSaysIsTaken() {
    PageColours colours = PageColours.of(BuiltinThemes.dark());
    assertThat(colours.page()).isEqualTo("#161618");
    assertThat(colours.info()).isEqualTo("#1c2330");
    assertThat(colours.text()).isEqualTo("#dddddd");
  }

  @Test
  void theRestIsMadeFromItsColours() {
    PageColours dark = PageColours.of(silent(BuiltinThemes.dark()));
    assertThat(dark.page()).isEqualTo("#161618");
    assertThat(dark.info()).isEqualTo("#2b2d34");
    PageColours light = PageColours.of(silent(BuiltinThemes.light()));
    assertThat(light.page()).isEqualTo("#ffffff");
    assertThat(light.card()).isEqualTo("#f2f2f2");
    assertThat(light.text()).isEqualTo("#222222");
  }

  private static Theme silent(Theme theme) {
    return new Theme(theme.name(), theme.colours(), Theme.Export.NONE, theme.symbols());
  }
}
