package dev.tenon.cli.headless;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.base.Streams;
import dev.tenon.cli.terminal.markdown.MarkdownStream;
import dev.tenon.cli.terminal.render.Cells;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.DisplayWidth;
import dev.tenon.cli.terminal.render.Glyphs;
import dev.tenon.cli.terminal.render.MarkdownCorpus;
import dev.tenon.cli.terminal.render.Page;
import dev.tenon.cli.terminal.render.Palette;
import dev.tenon.cli.terminal.render.PlainPage;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class FormattedAnswerTest {
  private static final DisplayOptions LOOK =
      new DisplayOptions(Palette.COLOURED, Glyphs.UNICODE, DisplayOptions.Thinking.HIDDEN);

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  private FormattedAnswer answer() {
    var out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    var streams =
        new Streams(InputStream.nullInputStream(), out, out, new Streams.Tty(true, true, true));
    return new FormattedAnswer(streams.out(), LOOK);
  }

  private String taken() {
    String text = bytes.toString(StandardCharsets.UTF_8);
    bytes.reset();
    return text;
  }

  @Test
  void wordsAreShownAsTheyCome() {
    FormattedAnswer answer = answer();
    answer.add("plain wor");
    assertThat(taken()).isEqualTo("plain");
    answer.add("ds and **bo");
    assertThat(taken()).isEqualTo(" words and");
    answer.add("ld** here ");
    assertThat(Cells.marked(taken())).isEqualTo(" {1}bold{22} here");
    answer.add("- 2 * 3\n");
    assertThat(taken()).isEqualTo(" - 2 * 3\n");
    answer.add("- item with words");
    assertThat(Cells.text(taken())).isEqualTo("• item with");
    answer.end();
    assertThat(taken()).isEqualTo(" words\n");
  }

  @Test
  void whatIsHiddenIsSpelledOut() {
    FormattedAnswer answer = answer();
    answer.add("a \033[2J b \033]8;;http://x\033\\ c\u202e\n| a\033[1m |\n|---|\n");
    answer.end();
    assertThat(Cells.text(taken()))
        .contains("^[[2J", "^[]8;;http://x", "<U+202E>", "^[[1m")
        .doesNotContain("\033", "\u202e");
  }

  /// In a window of a known width, words are not cut, and rows come as the words come.
  @Test
  void rowsFitTheWindowWhereverTheTextIsCut() {
    var out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    for (int width : new int[] {20, 33, 60, 80, 200}) {
      String expected =
          String.join("\n", MarkdownStream.rows(MarkdownCorpus.TEXT, LOOK, width)) + "\n";
      for (int piece : new int[] {1, 2, 3, 7, 50, 10_000}) {
        var answer = new FormattedAnswer(new PlainPage(out, Page.Reach.DUMB, () -> width), LOOK);
        for (int at = 0; at < MarkdownCorpus.TEXT.length(); at += piece) {
          int end = Math.min(MarkdownCorpus.TEXT.length(), at + piece);
          answer.add(MarkdownCorpus.TEXT.substring(at, end));
        }
        answer.end();
        assertThat(taken()).as("%d columns in pieces of %d", width, piece).isEqualTo(expected);
      }
      for (String row : expected.split("\n", -1)) {
        assertThat(DisplayWidth.of(row)).as(row).isLessThanOrEqualTo(width);
      }
    }
    var answer = new FormattedAnswer(new PlainPage(out, Page.Reach.DUMB, () -> 12), LOOK);
    answer.add("some words that go on");
    assertThat(taken()).isEqualTo("some words\nthat go");
    answer.add(" and on");
    assertThat(taken()).isEqualTo(" on\nand");
  }

  @Test
  void whereverItIsCutItLooksTheSame() {
    String text = MarkdownCorpus.TEXT;
    FormattedAnswer whole = answer();
    whole.add(text);
    whole.end();
    String expected = taken();
    for (int cut = 0; cut <= text.length(); cut++) {
      FormattedAnswer answer = answer();
      answer.add(text.substring(0, cut));
      answer.add(text.substring(cut));
      answer.end();
      assertThat(taken()).as("cut at %d", cut).isEqualTo(expected);
    }
    FormattedAnswer answer = answer();
    for (int i = 0; i < text.length(); i++) {
      answer.add(text.substring(i, i + 1));
    }
    answer.end();
    assertThat(taken()).isEqualTo(expected);
  }
}
