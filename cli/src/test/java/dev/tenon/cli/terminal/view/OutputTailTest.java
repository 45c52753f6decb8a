package dev.tenon.cli.terminal.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.terminal.render.Glyphs;
import org.junit.jupiter.api.Test;

class OutputTailTest {

  @Test
  void keepsTheLastLines() {
    OutputTail tail = OutputTail.of("1\n2\n3\n4\n\n", 3, Glyphs.UNICODE);
    assertThat(tail.lines()).containsExactly("3", "4");
    assertThat(tail.count()).isEqualTo(5);
    tail.add("half");
    assertThat(tail.lines()).containsExactly("4", "", "half");
  }

  @Test
  void aProgressBarIsOneLine() {
    var tail = new OutputTail(5, Glyphs.UNICODE);
    tail.add("10%\r20%\r");
    assertThat(tail.lines()).containsExactly("20%");
    tail.add("\n");
    tail.add("30%\r");
    tail.add("99%\ndone\r\n");
    assertThat(tail.lines()).containsExactly("20%", "99%", "done");
  }

  @Test
  void escapesAreDroppedEvenInPieces() {
    var tail = new OutputTail(5, Glyphs.UNICODE);
    tail.add("a\033[3");
    tail.add("1mred\033");
    tail.add("[0m\nb\033]0;ti");
    tail.add("tle\007c\n");
    assertThat(tail.lines()).containsExactly("ared", "bc");
  }

  @Test
  void anEndlessLineIsBounded() {
    var tail = new OutputTail(2, Glyphs.UNICODE);
    for (int i = 0; i < 10_000; i++) {
      tail.add("0123456789");
    }
    assertThat(tail.lines())
        .hasSize(1)
        .allMatch(line -> line.length() == 501 && line.endsWith("9…"));
    tail.add("\n");
    assertThat(tail.lines()).hasSize(1).allMatch(line -> line.endsWith("…"));
    tail.add("\rnew\n");
    assertThat(tail.lines()).last().isEqualTo("new");
  }

  @Test
  void aLineIsNotCutWithinACharacter() {
    OutputTail tail = OutputTail.of("x" + "👍".repeat(300), 2, Glyphs.UNICODE);
    assertThat(tail.lines()).containsExactly("x" + "👍".repeat(249) + "…");
    var pieces = new OutputTail(2, Glyphs.UNICODE);
    for (char c : ("x" + "👍".repeat(300)).toCharArray()) {
      pieces.add(Character.toString(c));
    }
    assertThat(pieces.lines()).isEqualTo(tail.lines());
  }

  @Test
  void nothingIsLeftOutOfTheWhole() {
    String line = "0123456789".repeat(1000) + "end";
    assertThat(OutputTail.all("first\n" + line + "\n")).containsExactly("first", line);
  }
}
