package dev.tenon.cli.terminal.render;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class RowBreaksTest {
  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

  private PlainPage page(int width) {
    return new PlainPage(
        new PrintStream(printed, true, StandardCharsets.UTF_8), Page.Reach.DUMB, () -> width);
  }

  private String shown() {
    return printed.toString(StandardCharsets.UTF_8);
  }

  @Test
  void rowsEndBetweenWords() {
    page(20).line("one two three four five six seven");
    assertThat(shown()).isEqualTo("one two three four \nfive six seven\n");
  }

  @Test
  void noRowIsWiderThanTheTerminalAndNoWordIsBroken() {
    String text = "the quick brown fox jumps over the lazy dog ".repeat(20).strip();
    for (int width = 8; width < 90; width++) {
      printed.reset();
      page(width).line(text);
      int most = width;
      assertThat(shown().lines()).allMatch(row -> DisplayWidth.of(row) <= most);
      assertThat(List.of(shown().strip().split("\\s+"))).isEqualTo(List.of(text.split(" ")));
    }
  }

  @Test
  void furtherRowsOfAnIndentedLineStandToTheRight() {
    page(20).line("    one two three four five");
    assertThat(shown()).isEqualTo("    one two three \n      four five\n");
  }

  @Test
  void piecesOfATextAreHandedOnAtOnce() {
    PlainPage page = page(20);
    for (String piece : List.of("one two", " three", " four", " five", " six")) {
      page.print(piece);
      assertThat(shown()).endsWith(piece.strip());
    }
    assertThat(shown()).isEqualTo("one two three four \nfive six");
    page.print("\n> ");
    page.lineEnded();
    page.print("next words that go on\n");
    assertThat(shown()).endsWith("\n> next words that go \non\n");
  }

  @Test
  void aWordThatIsWiderThanTheTerminalStaysWhole() {
    page(10).line("a " + "x".repeat(25) + " b");
    assertThat(shown()).isEqualTo("a \n" + "x".repeat(25) + " b\n");
  }

  @Test
  void whereNobodyKnowsTheWidthNothingIsBroken() {
    page(0).line("one two three four five six seven");
    assertThat(shown()).isEqualTo("one two three four five six seven\n");
  }
}
