package dev.tenon.cli.terminal.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.terminal.render.Cells;
import dev.tenon.engine.config.Settings.StatusSegment;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StatusLineTest {
  private static String row(StatusFacts facts, int columns) {
    return Cells.text(new StatusLine(StatusScenes.COLOURED).row(facts, StatusScenes.ALL, columns));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      ignoreLeadingAndTrailingWhitespace = false,
      value = {
        "200|  anthropic/claude-opus-4-6 (high) · mode edit · sandbox · ~/work/parser ·"
            + " feature/headers *3 · ■■■··· 42% · 129.1k tokens · $0.4321 · 2 jobs",
        "100|  claude-opus-4-6 (high) · mode edit · sandbox · parser · feature/headers *3 · ■■■···"
            + " 42% · 2 jobs",
        "80|  claude-opus-4-6 (high) · mode edit · feature/headers *3 · ■■■··· 42% · 2 jobs",
        "60|  claude-opus-4-6 (high) · mode edit · ■■■··· 42% · 2 jobs",
        "40|  mode edit · ■■■··· 42%",
        "20|mode edit · 42%",
        "12|mode edit",
        "6|mode …"
      })
  void segmentsFallAwayInTheirOrder(int columns, String row) {
    assertThat(row(StatusScenes.FULL, columns)).isEqualTo(row);
  }

  @Test
  void theOrderIsTheOneThatWasChosen() {
    assertThat(
            Cells.text(
                new StatusLine(StatusScenes.COLOURED)
                    .row(
                        StatusScenes.FULL,
                        List.of(StatusSegment.COST, StatusSegment.MODE, StatusSegment.COST),
                        80)))
        .isEqualTo("  $0.4321 · mode edit");
  }

  @Test
  void whatIsNotKnownIsNotShown() {
    assertThat(row(StatusScenes.EARLY, 80)).isEqualTo("  local/small · mode ask · ~ · ······ 0%");
    assertThat(row(StatusFacts.NONE, 80)).isEmpty();
  }

  @Test
  void namesOfOthersCannotControlTheTerminal() {
    assertThat(
            new StatusLine(StatusScenes.COLOURED).row(StatusScenes.WORRYING, StatusScenes.ALL, 200))
        .doesNotContain("\033[31mevil", "\u202E", "x\033[31m")
        .contains("x^[[31m<U+202E>evil");
  }

  @ParameterizedTest
  @CsvSource({
    "0, 100, 0",
    "1, 100000, 1",
    "50, 100, 50",
    "100, 100, 100",
    "250, 100, 250",
    "5, 0, 0",
    "9000000000000000, 1, 999"
  })
  void theContextIsRoundedUp(long used, long window, int percent) {
    assertThat(new StatusFacts.Context(used, window).percent()).isEqualTo(percent);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "999, 999",
    "1000, 1.0k",
    "12345, 12.3k",
    "999949, 999.9k",
    "999950, 1.0M",
    "4500001, 4.5M"
  })
  void tokensAreShort(long number, String shown) {
    assertThat(StatusLine.thousands(number)).isEqualTo(shown);
  }
}
