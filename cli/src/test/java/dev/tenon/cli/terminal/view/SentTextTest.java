package dev.tenon.cli.terminal.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.Glyphs;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// What was sent stays on the page, a long paste by its beginning.
class SentTextTest {
  private static final DisplayOptions LOOK = DisplayOptions.plain(Glyphs.UNICODE);

  private static String lines(int count) {
    return IntStream.rangeClosed(1, count)
        .mapToObj(i -> "line " + i)
        .collect(Collectors.joining("\n"));
  }

  @Test
  void whatIsShortStaysWhole() {
    assertThat(SentText.rows("one\ntwo", LOOK)).containsExactly("❯ one", "  two");
    assertThat(SentText.rows(lines(12), LOOK)).hasSize(12).last().isEqualTo("  line 12");
    assertThat(SentText.rows(lines(13), LOOK))
        .as("a last line takes no more room than its note")
        .hasSize(13)
        .last()
        .isEqualTo("  line 13");
  }

  @Test
  void ofALongPasteTheBeginningStaysAndTheRestIsCounted() {
    List<String> rows = SentText.rows("see:\n" + lines(312) + "\nend", LOOK);
    assertThat(rows).hasSize(13).first().isEqualTo("❯ see:");
    assertThat(rows.getLast()).isEqualTo("  [302 more lines, sent whole]");
  }

  @Test
  void aLongLineIsCutWhereItIsShownAndHiddenCharactersAreSpelledOut() {
    assertThat(SentText.rows("x".repeat(100_000), LOOK))
        .singleElement()
        .asString()
        .hasSizeLessThan(5000)
        .endsWith("…");
    assertThat(SentText.rows("a\033[2Kb", LOOK)).containsExactly("❯ a^[[2Kb");
  }

  @Test
  void aKeyBehindACommandDoesNotStayOnThePage() {
    for (String line :
        List.of(
            "/login anthropic sk-ant-SECRET",
            "/login anthropic sk-ant SECRET",
            "/login  anthropic\nSECRET\nmore",
            "/settings providers.x.apiKey SECRET",
            "/settings providers.x.headers.X-Own SECRET",
            "/settings telemetry.headers.x SECRET",
            "/settings providers.x.keyEnv sk-SECRET",
            "/settings provider.x.apikey SECRET",
            " /login anthropic SECRET")) {
      assertThat(String.join("\n", SentText.rows(line, LOOK)))
          .doesNotContain("SECRET")
          .contains("(not shown)");
    }
    assertThat(SentText.rows("/login anthropic", LOOK)).containsExactly("❯ /login anthropic");
    assertThat(SentText.rows("/settings ui.theme dark", LOOK))
        .containsExactly("❯ /settings ui.theme dark");
    for (String open :
        List.of(
            "/settings editor.keys vi",
            "/settings keys.undo ctrl-e",
            "/settings compaction.keepTokens 9000",
            "/settings providers.x.keyEnv MY_KEY")) {
      assertThat(SentText.rows(open, LOOK)).containsExactly("❯ " + open);
    }
    assertThat(SentText.rows("what does /login a b do?", LOOK))
        .containsExactly("❯ what does /login a b do?");
  }
}
