package dev.tenon.cli.terminal.screen;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UnfinishedLineTest {
  @Test
  void aLineIsBrokenWhereTheTerminalBreaksIt() {
    var line = new UnfinishedLine();
    line.add("abcdefg世界");
    assertThat(line.rows(8)).containsExactly("abcdefg", "世界");
    assertThat(line.rows(4)).containsExactly("abcd", "efg", "世界");
    assertThat(line.take()).isEqualTo("abcdefg世界");
    assertThat(line.isEmpty()).isTrue();
    assertThat(line.rows(4)).isEmpty();
  }

  @Test
  void stylesGoOnInTheNextRow() {
    var line = new UnfinishedLine();
    line.add("\033[1mabcdef");
    assertThat(line.rows(4)).containsExactly("\033[1mabcd\033[0m", "\033[1mef\033[0m");
    line.add("gh\033[0mi");
    assertThat(line.rows(4)).containsExactly("\033[1mabcd\033[0m", "\033[1mefgh\033[0m", "i");
  }

  @ParameterizedTest
  @ValueSource(strings = {"👨‍👩‍👧‍👦 and 👍🏽 and 🇩🇪🇫🇷 e\u0301 한글 각 x", "\tone\ttwo\t世"})
  void piecesMakeTheSameRowsAsTheWhole(String text) {
    for (int columns = 8; columns < 30; columns++) {
      var whole = new UnfinishedLine();
      whole.add(text);
      var pieces = new UnfinishedLine();
      // Halves of characters do not get here: the page holds them back.
      for (int c : text.codePoints().toArray()) {
        pieces.add(Character.toString(c));
        pieces.rows(columns);
      }
      assertThat(pieces.rows(columns)).as("%d", columns).isEqualTo(whole.rows(columns));
    }
  }

  @Test
  void aLongLineIsNotBrokenAgainAndAgain() {
    var line = new UnfinishedLine();
    String piece = "some words of a line without an end ";
    for (int i = 0; i < 20_000; i++) {
      line.add(piece);
      line.rows(80);
    }
    assertThat(line.rows(80)).hasSize(20_000 * piece.length() / 80);
  }
}
