package dev.tenon.cli.terminal.render;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.terminal.screen.FramePainter;
import dev.tenon.cli.terminal.screen.Rows;
import dev.tenon.cli.terminal.screen.StyledText;
import java.io.StringWriter;
import java.io.Writer;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.jline.utils.ScreenTerminal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The page on an emulated terminal: what counts is what a person sees.
class LivePageTest {
  private static final int COLUMNS = 40;
  private static final int ROWS = 12;

  private static final class Screen extends Writer {
    final ScreenTerminal emulator = new ScreenTerminal(COLUMNS, ROWS);

    @Override
    public void write(char[] buffer, int offset, int length) {
      emulator.write(new String(buffer, offset, length).replace("\n", "\r\n"));
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}

    /// What stands on the screen and what has scrolled off above it.
    String text() {
      var out = new StringBuilder();
      for (long[] line : emulator.getHistory()) {
        out.append(line(line, 0)).append('\n');
      }
      var cells = new long[COLUMNS * ROWS];
      emulator.dump(cells, 0, 0, ROWS, COLUMNS, null);
      for (int row = 0; row < ROWS; row++) {
        out.append(line(cells, row * COLUMNS)).append('\n');
      }
      return out.toString().stripTrailing();
    }

    private static String line(long[] cells, int start) {
      var line = new StringBuilder();
      for (int column = 0; column < COLUMNS; column++) {
        int c = ScreenTerminal.cellCodePoint(cells[start + column]);
        line.appendCodePoint(c == 0 ? ' ' : c);
      }
      return line.toString().stripTrailing();
    }
  }

  private final Screen screen = new Screen();
  private final LivePage page = page(screen, Palette.COLOURED);

  private static LivePage page(Writer writer, Palette palette) {
    var look = new DisplayOptions(palette, Glyphs.UNICODE, DisplayOptions.Thinking.SHORT);
    return new LivePage(writer, () -> COLUMNS, () -> ROWS, look);
  }

  private static Rows typed(String text) {
    return new Rows(
        List.of(text),
        Optional.of(new Rows.Caret(0, Math.min(COLUMNS - 1, StyledText.width(text)))));
  }

  /// What surrounds the editor gives way to what fills the window, and to a question.
  @Test
  void aWindowThatIsFullHasNoRowsAroundIt() {
    page.surround(
        (columns, rows) -> Rows.of(List.of("over")), (columns, rows) -> Rows.of(List.of("under")));
    page.panel(typed("> x"));
    assertThat(screen.text()).isEqualTo(ROWS < 14 ? "> x\nunder" : "over\n> x\nunder");
    page.question(Rows.of(List.of("? really", "> x")));
    assertThat(screen.text().strip()).isEqualTo("? really\n> x\nunder");
    page.panel(Rows.of(Collections.nCopies(ROWS - 1, "menu")));
    assertThat(screen.text()).doesNotContain("under", "over").contains("menu");
    page.panel(typed("> x"));
    assertThat(screen.text()).endsWith("> x\nunder");
  }

  @Test
  void theFooterStandsBelowTheTextAndLeavesNothing() {
    page.begin("Waiting");
    page.tick();
    assertThat(screen.text()).isEqualTo("\n⠙ Waiting… 0 s · esc to stop");
    page.print("Hello");
    assertThat(screen.text()).isEqualTo("Hello\n\n⠙ Waiting… 0 s · esc to stop");
    page.doing("Answering", List.of("one", "two"));
    page.panel(typed("❯ but"));
    page.queued(List.of("queued: first"));
    page.print(" world\nand");
    assertThat(screen.text())
        .isEqualTo(
            """
            Hello world
            and

              │ one
              │ two
            ⠙ Answering… 0 s · esc to stop
              queued: first  (Up takes it back)
            ❯ but\
            """);
    page.question(typed("Allow?"));
    assertThat(screen.text()).contains("Allow?").doesNotContain("Answering");
    page.panel(typed("❯ but"));
    page.end();
    assertThat(screen.text()).isEqualTo("Hello world\nand\n❯ but");
    page.print(" more");
    assertThat(screen.text()).isEqualTo("Hello world\nand more\n❯ but");
    page.panel(typed(""));
    page.panel(Rows.of(List.of()));
    assertThat(screen.text()).isEqualTo("Hello world\nand more");
  }

  @Test
  void aPageThatStandsStillWritesOnlyWhatIsNew() {
    var written = new StringWriter();
    var look =
        new DisplayOptions(
            Palette.PLAIN,
            Glyphs.UNICODE,
            DisplayOptions.Thinking.SHORT,
            DisplayOptions.Waiting.STILL);
    var still = new LivePage(written, () -> COLUMNS, () -> ROWS, look);
    still.begin("Waiting");
    still.tick();
    String shown = written.toString();
    assertThat(shown).contains("· Waiting… esc to stop");
    still.tick();
    still.tick();
    assertThat(written.toString()).isEqualTo(shown);
    still.stopping();
    still.tick();
    assertThat(written.toString()).contains("· Stopping… Ctrl-C again leaves");
  }

  @Test
  void quickWorkShowsNoFooter() {
    var written = new StringWriter();
    LivePage quick = page(written, Palette.PLAIN);
    quick.begin("Running /help");
    quick.print("text\n");
    quick.end();
    assertThat(written.toString()).doesNotContain("Running").contains("text\n");
  }

  @Test
  void theCursorIsShownAgain() {
    var written = new StringWriter();
    LivePage quick = page(written, Palette.PLAIN);
    quick.begin("x");
    quick.tick();
    quick.close();
    assertThat(written.toString()).endsWith("\033[K\033[A\033[?25h");
    quick.print("too late");
    quick.tick();
    assertThat(written.toString()).doesNotContain("too late");
  }

  @Test
  void stylesSurviveTheFooter() {
    page.begin("x");
    page.print("\033[1mbo");
    page.tick();
    page.print("ld\033[22m plain");
    page.end();
    var cells = new long[COLUMNS];
    screen.emulator.dump(cells, 0, 0, 1, COLUMNS, null);
    for (int i = 0; i < 4; i++) {
      assertThat(ScreenTerminal.cellBold(cells[i])).as("cell %d", i).isTrue();
    }
    assertThat(ScreenTerminal.cellBold(cells[6])).isFalse();
  }

  @Test
  void whateverHappensBelowTheTextIsAsIfNothingHadHappened() {
    List<String> atoms = List.of("word ", "x", "\n", "longer text that wraps around ", "é");
    for (int seed = 0; seed < 300; seed++) {
      var random = new Random(seed);
      var with = new Screen();
      var without = new Screen();
      LivePage lively = page(with, Palette.COLOURED);
      lively.begin("Working");
      for (int i = 0; i < 60; i++) {
        switch (random.nextInt(6)) {
          case 0 -> lively.tick();
          case 1 -> lively.panel(typed("d世".repeat(random.nextInt(40))));
          case 2 -> lively.doing("Doing " + "世".repeat(random.nextInt(40)), List.of("a\tb", "c"));
          case 3 -> lively.queued(List.of("q", "r".repeat(random.nextInt(100))));
          default -> {
            String text = atoms.get(random.nextInt(atoms.size()));
            lively.print(text);
            without.write(text.toCharArray(), 0, text.length());
          }
        }
      }
      lively.close();
      assertThat(with.text()).as("seed %d", seed).isEqualTo(without.text());
    }
  }

  /// Signs of several characters, and characters of two halves.
  private static final String SIGNS =
      "ok 👨‍👩‍👧‍👦 and 👍🏽 and 🇩🇪🇫🇷 and e\u0301 a\u0308\u0323 ❤️ 한글 각 世界 🏴󠁧󠁢󠁥󠁮󠁧󠁿"
          + " end\n"
          + "next 👩🏿‍🚀.\n";

  @Test
  void textCutAnywhereLooksAsIfItWereWhole() {
    var whole = new Screen();
    LivePage once = page(whole, Palette.COLOURED);
    once.print(SIGNS);
    once.close();
    for (int cut = 1; cut < SIGNS.length(); cut++) {
      var with = new Screen();
      LivePage pieces = page(with, Palette.COLOURED);
      pieces.begin("Working");
      pieces.panel(typed("❯ 👍🏽 draft"));
      pieces.print(SIGNS.substring(0, cut));
      pieces.tick();
      pieces.panel(typed("❯ 👍🏽 drafts"));
      pieces.print(SIGNS.substring(cut));
      pieces.tick();
      pieces.close();
      assertThat(with.text()).as("cut at %d", cut).isEqualTo(whole.text());
    }
    var single = new Screen();
    LivePage letters = page(single, Palette.COLOURED);
    letters.begin("Working");
    for (int i = 0; i < SIGNS.length(); i++) {
      letters.print(SIGNS.substring(i, i + 1));
      letters.tick();
    }
    letters.close();
    assertThat(single.text()).isEqualTo(whole.text());
  }

  @Test
  void aBlockThatGrowsStandsBelowTheTextAndLeavesNothing() {
    page.panel(typed("❯"));
    page.print("text\n");
    page.unfinished(List.of("| a | b |", "| 1 |"));
    assertThat(screen.text()).isEqualTo("text\n| a | b |\n| 1 |\n❯");
    page.unfinished(List.of("| a | b |", "| 1 | 2 |", "| 3 |"));
    assertThat(screen.text()).isEqualTo("text\n| a | b |\n| 1 | 2 |\n| 3 |\n❯");
    page.unfinished(List.of());
    page.print("the table\n");
    assertThat(screen.text()).isEqualTo("text\nthe table\n❯");
  }

  @Test
  void whatGrowsIsLaidOutOncePerFrame() {
    var written = new Screen();
    var look = new DisplayOptions(Palette.PLAIN, Glyphs.UNICODE, DisplayOptions.Thinking.SHORT);
    var paced =
        new LivePage(
            written, () -> 20, () -> 20, look, Duration.ofHours(1), FramePainter.Narrowing.REFLOWS);
    paced.panel(typed("❯"));
    var laidOut = new AtomicInteger();
    for (int i = 0; i < 1000; i++) {
      String row = "row " + i;
      paced.unfinished(
          () -> {
            laidOut.incrementAndGet();
            return List.of(row);
          });
    }
    paced.panel(typed("❯ a"));
    assertThat(written.text()).contains("row 999");
    assertThat(laidOut.get()).isBetween(1, 5);
    int before = laidOut.get();
    paced.panel(typed("❯ ab"));
    assertThat(laidOut.get()).isEqualTo(before);
    paced.close();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 5})
  void aLowWindowShowsTheEndOfWhatDoesNotFit(int rows) {
    var written = new Screen();
    var look = new DisplayOptions(Palette.PLAIN, Glyphs.UNICODE, DisplayOptions.Thinking.SHORT);
    var low = new LivePage(written, () -> 20, () -> rows, look);
    low.begin("Working");
    low.doing("Working", List.of("1", "2", "3", "4"));
    low.unfinished(List.of("a", "b", "c", "d", "e", "f"));
    low.panel(typed("❯ typed"));
    low.tick();
    low.print("text\n");
    assertThat(written.text()).contains("text\n").endsWith("❯ typed");
  }
}
