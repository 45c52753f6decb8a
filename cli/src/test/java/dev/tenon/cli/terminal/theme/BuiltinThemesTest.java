package dev.tenon.cli.terminal.theme;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BuiltinThemesTest {
  /// What most terminals have behind their text.
  private static final int DARK_GROUND = 0x1e1e1e;

  private static final int LIGHT_GROUND = 0xffffff;

  /// Lines and borders, which nobody reads.
  private static final Set<Token> LINES =
      EnumSet.of(
          Token.BORDER,
          Token.BORDER_MUTED,
          Token.MD_CODE_BLOCK_BORDER,
          Token.MD_QUOTE_BORDER,
          Token.MD_HR,
          Token.THINKING_OFF,
          Token.STATUS_LINE_SEP);

  private static Theme theme(String name, Background background) {
    return BuiltinThemes.find(name, background).orElseThrow();
  }

  @ParameterizedTest
  @CsvSource({
    "dark,DARK,4.5",
    "light,LIGHT,4.5",
    "high-contrast,DARK,7",
    "high-contrast,LIGHT,7",
    "colour-blind,DARK,4.5",
    "colour-blind,LIGHT,4.5"
  })
  void textCanBeRead(String name, Background background, double least) {
    Theme theme = theme(name, background);
    int ground = background == Background.DARK ? DARK_GROUND : LIGHT_GROUND;
    for (Token token : Token.values()) {
      int colour = theme.colour(token);
      if (token.isBackground() || LINES.contains(token) || colour == Colour.DEFAULT) {
        continue;
      }
      assertThat(Colour.contrast(Colour.rgb(colour), ground))
          .as("%s of %s", token.key(), theme)
          .isGreaterThanOrEqualTo(least);
      // Fewer colours must not take the text away.
      assertThat(Colour.contrast(Colour.rgb(Colour.indexed(Colour.nearest256(colour))), ground))
          .as("%s of %s in 256 colours", token.key(), theme)
          .isGreaterThanOrEqualTo(least * 0.75);
    }
  }

  @ParameterizedTest
  @CsvSource({"dark,DARK", "light,LIGHT", "high-contrast,DARK", "colour-blind,LIGHT"})
  void whatStandsOnAGroundCanBeRead(String name, Background background) {
    Theme theme = theme(name, background);
    int text = background == Background.DARK ? 0xd0d0d0 : 0x202020;
    assertThat(Colour.contrast(theme.colour(Token.USER_MESSAGE_BG), text)).isGreaterThan(4.5);
    assertThat(Colour.contrast(theme.colour(Token.SELECTED_BG), theme.colour(Token.ACCENT)))
        .isGreaterThan(4.5);
  }

  @Test
  void nobodyNeedsRedAndGreen() {
    for (Background background : Background.values()) {
      apart(theme("colour-blind", background));
      apart(ColourBlindness.adjusted(theme("dark", background)));
      apart(ColourBlindness.adjusted(theme("light", background)));
    }
  }

  private static void apart(Theme theme) {
    assertThat(Colour.hue(theme.colour(Token.TOOL_DIFF_ADDED))).isBetween(195.0, 235.0);
    assertThat(Colour.hue(theme.colour(Token.TOOL_DIFF_REMOVED))).isBetween(20.0, 45.0);
    assertThat(Colour.hue(theme.colour(Token.SUCCESS))).isBetween(195.0, 235.0);
    assertThat(Colour.hue(theme.colour(Token.ERROR))).isBetween(20.0, 45.0);
  }

  @Test
  void theModeKeepsColoursAsLightAsTheyWere() {
    for (Theme theme : new Theme[] {BuiltinThemes.dark(), BuiltinThemes.light()}) {
      Theme adjusted = ColourBlindness.adjusted(theme);
      for (Token token : new Token[] {Token.TOOL_DIFF_ADDED, Token.TOOL_DIFF_REMOVED}) {
        assertThat(Colour.luminance(adjusted.colour(token)))
            .isBetween(
                Colour.luminance(theme.colour(token)) - 0.03,
                Colour.luminance(theme.colour(token)) + 0.03);
      }
      assertThat(adjusted.colour(Token.ACCENT)).isEqualTo(theme.colour(Token.ACCENT));
    }
  }

  @Test
  @SuppressWarnings("EnumOrdinal") // the table of a theme is in the order of the tokens
  void theModeKnowsIndexedColoursAndLeavesOthersAlone() {
    int[] colours = BuiltinThemes.dark().colours();
    colours[Token.TOOL_DIFF_ADDED.ordinal()] = Colour.indexed(2);
    colours[Token.TOOL_DIFF_REMOVED.ordinal()] = Colour.indexed(9);
    colours[Token.SUCCESS.ordinal()] = Colour.DEFAULT;
    colours[Token.ERROR.ordinal()] = 0xaa00ff;
    Theme adjusted = ColourBlindness.adjusted(BuiltinThemes.dark().with(colours));
    assertThat(adjusted.colour(Token.TOOL_DIFF_ADDED)).isEqualTo(Colour.indexed(4));
    assertThat(adjusted.colour(Token.TOOL_DIFF_REMOVED)).isEqualTo(Colour.indexed(11));
    assertThat(adjusted.colour(Token.SUCCESS)).isEqualTo(Colour.DEFAULT);
    assertThat(adjusted.colour(Token.ERROR)).isEqualTo(0xaa00ff);
  }
}
