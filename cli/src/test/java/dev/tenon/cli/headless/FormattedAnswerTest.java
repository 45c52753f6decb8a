package dev.tenon.cli.headless;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.base.Streams;
import dev.tenon.cli.terminal.render.Cells;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.Glyphs;
import dev.tenon.cli.terminal.render.MarkdownCorpus;
import dev.tenon.cli.terminal.render.Palette;
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
