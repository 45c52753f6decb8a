package dev.tenon.cli.base;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.terminal.render.Palette;
import dev.tenon.cli.terminal.render.Style;
import dev.tenon.core.json.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class OutputTest {
  private static final String HOSTILE = "a\033[2K\rb\u202ec\u200bd\u009b";
  private static final String SEEN = "a^[[2K^Mb<U+202E>c<U+200B>d<U+009B>";

  private static String written(boolean terminal, Consumer<Output> use) {
    var bytes = new ByteArrayOutputStream();
    var output = new Output(new PrintStream(bytes, false, StandardCharsets.UTF_8), terminal);
    use.accept(output);
    output.end();
    return bytes.toString(StandardCharsets.UTF_8);
  }

  @Test
  void aTerminalSeesWhatIsWrittenAndAPipeGetsIt() {
    assertThat(written(true, out -> out.println(HOSTILE))).isEqualTo(SEEN + "\n");
    assertThat(written(false, out -> out.println(HOSTILE))).isEqualTo(HOSTILE + "\n");
    assertThat(written(true, out -> out.print(HOSTILE))).isEqualTo(SEEN);
    assertThat(written(false, out -> out.print(HOSTILE))).isEqualTo(HOSTILE);
    assertThat(written(true, out -> out.uncaughtException(new Thread(HOSTILE), new Error(HOSTILE))))
        .contains("\"" + SEEN + "\" java.lang.Error: " + SEEN);
  }

  @Test
  void theEndDoesNotWaitForAWriteThatNobodyReads() throws Exception {
    var begun = new CountDownLatch(1);
    var reads = new CountDownLatch(1);
    OutputStream full =
        new OutputStream() {
          @Override
          public void write(int b) {
            begun.countDown();
            try {
              reads.await();
            } catch (InterruptedException stopped) {
              Thread.currentThread().interrupt();
            }
          }
        };
    var output = new Output(new PrintStream(full, false, StandardCharsets.UTF_8), false);
    Thread writer =
        Thread.ofPlatform()
            .daemon()
            .start(
                () -> {
                  try {
                    output.connection().write(new byte[] {'a'});
                    output.connection().flush();
                  } catch (IOException closed) {
                    throw new UncheckedIOException(closed);
                  }
                });
    begun.await();
    output.connection().close();
    output.end();
    assertThat(output.checkError()).isFalse();
    assertThat(writer.isAlive()).isTrue();
    reads.countDown();
    writer.join();
  }

  @Test
  void aStreamMayBeCutAnywhere() {
    Consumer<Output> pieces =
        out -> {
          out.print("a\r");
          out.print("\nb\r");
          out.print("c\ud83d");
          out.print("\udc69\u200d");
          out.print("\ud83d");
          out.print("\udc67 x\u200d");
          out.print("y\r");
        };
    assertThat(written(true, pieces)).isEqualTo("a\nb^Mc👩\u200d👧 x<U+200D>y^M");
  }

  @Test
  void ourStylesAreNotPartOfAText() {
    Styled text = Styled.of(Style.WARNING, "warning \033[0m").and(": \033[1m" + HOSTILE);
    assertThat(written(true, out -> out.println(text, Palette.COLOURED)))
        .isEqualTo("\033[33mwarning ^[[0m\033[39m: ^[[1m" + SEEN + "\n");
    assertThat(written(true, out -> out.println(text, Palette.PLAIN)))
        .isEqualTo("warning ^[[0m: ^[[1m" + SEEN + "\n");
    assertThat(written(false, out -> out.println(text, Palette.COLOURED)))
        .isEqualTo("\033[33mwarning \033[0m\033[39m: \033[1m" + HOSTILE + "\n");
  }

  @Test
  void jsonIsTheSameJson() throws Exception {
    Json json = Json.object().put("text", HOSTILE + "\udb40\udc41👩\u200d👧").build();
    String shown = written(true, out -> out.json(json.compact()));
    assertThat(Json.parse(shown)).isEqualTo(json);
    assertThat(shown).contains("\\u202e", "\\udb40\\udc41").doesNotContain("\u202e");
    assertThat(written(false, out -> out.json(json.compact()))).isEqualTo(json.compact() + "\n");
    Json plain = Json.object().put("text", "👩\u200d👧").build();
    assertThat(written(true, out -> out.json(plain.compact()))).isEqualTo(plain.compact() + "\n");
  }

  @Test
  void noLineOfAMessagePassesForAnother() {
    assertThat(written(true, out -> out.note("bad\ntenon: all is well")))
        .isEqualTo("tenon: bad\n       tenon: all is well\n");
    assertThat(written(false, out -> out.note("bad\nmore"))).isEqualTo("tenon: bad\nmore\n");
    assertThat(written(true, out -> out.println(out.cell("two\nlines\t\033"))))
        .isEqualTo("two^Jlines^I^[\n");
    assertThat(written(false, out -> out.println(out.cell("two\nlines"))))
        .isEqualTo("two\nlines\n");
  }

  @Test
  void aHintComesOnceAndOnlyWhereItIsDue() {
    Consumer<Output> twice =
        out -> {
          out.println("plain");
          out.hint();
          out.println(HOSTILE);
          out.hint();
          out.hint();
          out.println("\033");
          out.hint();
        };
    assertThat(written(true, twice))
        .isEqualTo(
            "plain\n"
                + SEEN
                + "\n(5 characters above are control or invisible ones;"
                + " they are shown like ^[ or <U+202E>)\n^[\n"
                + "(1 character above is a control or invisible one;"
                + " it is shown like ^[ or <U+202E>)\n");
    assertThat(written(false, twice)).isEqualTo("plain\n" + HOSTILE + "\n\033\n");
  }

  @Test
  void aPageForARendererIsAsSafe() {
    assertThat(written(true, out -> out.page().print("\033[31mred\033[39m " + HOSTILE)))
        .isEqualTo("\033[31mred\033[39m " + SEEN);
    assertThat(written(false, out -> out.page().print(HOSTILE))).isEqualTo(HOSTILE);
  }
}
