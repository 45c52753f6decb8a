package dev.tenon.cli.terminal.appearance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.terminal.theme.Background;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BackgroundColourTest {
  @ParameterizedTest
  @CsvSource({
    "]11;rgb:0000/0000/0000,DARK",
    "]11;rgb:ffff/ffff/ffff,LIGHT",
    "]11;rgb:fdf6/e3e3/d5d5,LIGHT",
    "]11;rgb:0000/2b2b/3636,DARK",
    "]11;rgb:0/0/0,DARK",
    "]11;rgb:f/f/f,LIGHT",
    "]11;rgb:ff/ff/ff,LIGHT",
    "]11;rgb:fff/fff/fff,LIGHT",
    "]11;rgba:1e1e/1e1e/1e1e/ffff,DARK",
    "]11;#ffffff,LIGHT",
    "]11;#000,DARK",
    "]11;#ffffffffffff,LIGHT"
  })
  void anAnswerIsUnderstood(String report, Background background) {
    assertThat(BackgroundColour.answered(report)).contains(background);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "]11;",
        "]11;?",
        "]10;rgb:0000/0000/0000",
        "]11;rgb:",
        "]11;rgb:ffff/ffff",
        "]11;rgb:ffff/ffff/",
        "]11;rgb:ffff/ffff/ffff/ffff",
        "]11;rgb:fffff/ffff/ffff",
        "]11;rgb:gggg/ffff/ffff",
        "]11;rgb:-1/0/0",
        "]11;hsl:1/2/3",
        "]11;#ffff",
        "]11;#",
        "]11;white",
        "[?62;4c",
        ""
      })
  void whatIsNoAnswerSaysNothing(String report) {
    assertThat(BackgroundColour.answered(report)).isEmpty();
    assertThat(BackgroundColour.notified(report)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"15;0,DARK", "0;15,LIGHT", "0;default;15,LIGHT", "7;7,DARK", "0;8,LIGHT"})
  void theVariableIsUnderstood(String value, Background background) {
    assertThat(BackgroundColour.of(Map.of("COLORFGBG", value))).contains(background);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "15", "15;", "15;default", ";x", "0;-1", "0;99999"})
  void aStrangeVariableSaysNothing(String value) {
    assertThat(BackgroundColour.of(Map.of("COLORFGBG", value))).isEmpty();
  }
}
