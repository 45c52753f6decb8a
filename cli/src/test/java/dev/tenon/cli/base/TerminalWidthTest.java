package dev.tenon.cli.base;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.terminal.render.Palette;
import dev.tenon.cli.terminal.render.Style;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class TerminalWidthTest {
  private static final String LONG = "words that are longer than the terminal is wide";

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

  private static String shown(Consumer<Output> use) {
    var bytes = new ByteArrayOutputStream();
    use.accept(new Output(new PrintStream(bytes, true, StandardCharsets.UTF_8), true, () -> 20));
    return bytes.toString(StandardCharsets.UTF_8);
  }

  @Test
  void everyWholeLineIsBrokenBetweenWords() {
    assertThat(shown(out -> out.println("  -p     one answer of a model")))
        .isEqualTo("  -p     one answer\n         of a model\n");
    assertThat(shown(out -> out.note("the key of google is wrong\n  what to do about it")))
        .isEqualTo(
            """
            tenon: the key of
                   google is
                   wrong
                     what to do
                     about it
            """);
    assertThat(shown(out -> out.prompt("Shall it be used in this project? [y/N]")))
        .isEqualTo("Shall it be used in\nthis project? [y/N] ");
  }

  @Test
  void whatAProgramReadsIsNeverBroken() {
    String json = "{\"text\": \"" + LONG + "\"}";
    assertThat(shown(out -> out.json(json))).isEqualTo(json + "\n");
    var bytes = new ByteArrayOutputStream();
    var file = new Output(new PrintStream(bytes, true, StandardCharsets.UTF_8), false, () -> 20);
    file.note(LONG);
    file.println(LONG);
    file.prompt(LONG);
    assertThat(bytes.toString(StandardCharsets.UTF_8))
        .isEqualTo("tenon: " + LONG + "\n" + LONG + "\n" + LONG + " ");
  }
}
