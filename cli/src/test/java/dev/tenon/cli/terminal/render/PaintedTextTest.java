package dev.tenon.cli.terminal.render;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.terminal.screen.Rows;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class PaintedTextTest {
  @ParameterizedTest
  @EnumSource(Style.class)
  void ourStylesPass(Style style) {
    String painted = Palette.COLOURED.paint(style, "text");
    assertThat(new PaintedText().next("a" + painted + "b")).isEqualTo("a" + painted + "b");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\033[2K",
        "\033[8m",
        "\033[0m",
        "\033[5m",
        "\033[7m",
        "\033[1;8m",
        "\033[38;5;8m",
        "\033[48m",
        "\033[?25l",
        "\033[1A",
        "\033]0;x\007",
        "\033]8;;http://x\033\\",
        "\033P",
        "\033c",
        "\033",
        "\033[",
        "\033[1",
        "\033[1;",
        "\033[m",
        "\033[9999999999999m",
        "\033[1;2;J",
        "\u009b1m",
        "\r"
      })
  void nothingElseDoes(String sequence) {
    String shown = new PaintedText().next("a" + sequence + "b");
    assertThat(shown).startsWith("a").endsWith("b").isNotEqualTo("a" + sequence + "b");
    assertThat(shown.codePoints()).noneMatch(Character::isISOControl);
  }

  @Test
  void aStyleDoesNotTakeAnEmojiApart() {
    var stream = new PaintedText();
    assertThat(stream.next("👩") + stream.next("\u200d") + stream.next("👧\033[39m"))
        .isEqualTo("👩\u200d👧\033[39m");
  }

  @Test
  void theLivePageLetsNothingElseThrough() {
    var out = new StringWriter();
    var page = new LivePage(out, () -> 80, () -> 24, DisplayOptions.plain(Glyphs.UNICODE));
    page.line("\033[31mred\033[39m \033[2K\r\u202e");
    page.panel(Rows.of(List.of("menu \033]0;x\007")));
    assertThat(out.toString())
        .contains("\033[31mred\033[39m ^[[2K^M<U+202E>\n")
        .contains("menu ^[]0;x^G");
  }
}
