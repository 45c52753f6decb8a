package dev.tenon.cli.base;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.terminal.render.Palette;
import dev.tenon.cli.terminal.render.Style;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class TerminalWidthTest {
  @Test
  void theVariableCountsIfItIsANumber() {
    assertThat(new TerminalWidth(1, "60").getAsInt()).isEqualTo(60);
    for (String nonsense : new String[] {"", "0", "-5", "wide", "99999", "6 0"}) {
      assertThat(new TerminalWidth(9999, nonsense).getAsInt()).as(nonsense).isZero();
    }
    assertThat(new TerminalWidth(9999, null).getAsInt()).isZero();
  }

  @Test
  void ourOwnLinesAreBrokenBetweenWords() {
    var bytes = new ByteArrayOutputStream();
    var print = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    var out = new Output(print, true, () -> 20);
    out.println(Styled.of(Style.BOLD, "You: ").and("a prompt that is longer"), Palette.PLAIN);
    assertThat(bytes.toString(StandardCharsets.UTF_8)).isEqualTo("You: a prompt that\nis longer\n");
    assertThat(out.page().measured()).isTrue();
    assertThat(out.page().columns()).isEqualTo(20);
  }
}
