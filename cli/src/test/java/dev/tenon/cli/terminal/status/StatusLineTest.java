package dev.tenon.cli.terminal.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.terminal.render.Cells;
import dev.tenon.cli.terminal.render.ThemedFrames;
import dev.tenon.cli.terminal.theme.Token;
import dev.tenon.engine.config.Settings.StatusSegment;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
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
  void everyPartHasTheColourThatTheThemeGivesIt() throws Exception {
    var facts =
        new StatusFacts(
            "m",
            "high",
            "edit",
            StatusFacts.Wall.STANDS,
            "~",
            "/",
            Optional.of(
                new StatusFacts.Git("main", Optional.of(new StatusFacts.Changes(5, 1, 2, 3)))),
            new StatusFacts.Context(0, 0),
            new StatusFacts.Tokens(0, 0),
            OptionalDouble.empty(),
            0,
            "",
            "");
    var line =
        new StatusLine(
            ThemedFrames.look(
                ThemedFrames.theme(
                    Map.of(
                        Token.THINKING_HIGH, 0x010203,
                        Token.STATUS_LINE_STAGED, 0x010204,
                        Token.STATUS_LINE_DIRTY, 0x010205,
                        Token.STATUS_LINE_UNTRACKED, 0x010206,
                        Token.STATUS_LINE_OUTPUT, 0x010207,
                        Token.STATUS_LINE_BG, 0x010208))));
    String row = line.row(facts, List.of(StatusSegment.MODEL, StatusSegment.GIT), 40);
    assertThat(row)
        .contains(
            "\033[38;2;1;2;3m (high)",
            "\033[38;2;1;2;4m+1",
            "\033[38;2;1;2;5m*2",
            "\033[38;2;1;2;6m?3")
        .startsWith("\033[48;2;1;2;8m");
    assertThat(Cells.text(row)).isEqualTo("  m (high) · main +1 *2 ?3" + " ".repeat(14));
    assertThat(line.row("from a command", 40))
        .contains("\033[38;2;1;2;7mfrom a command")
        .startsWith("\033[48;2;1;2;8m");
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
