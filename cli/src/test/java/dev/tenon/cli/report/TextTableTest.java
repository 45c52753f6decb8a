package dev.tenon.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.terminal.render.Page;
import java.util.List;
import org.junit.jupiter.api.Test;

class TextTableTest {
  private static final List<List<String>> CELLS =
      List.of(
          List.of("SKILL", "STATE", "WHAT"),
          List.of("notes", "", "writes the notes of a release"),
          List.of("tests", "usable", "runs them"));

  @Test
  void aTableThatIsWiderThanTheTerminalIsRecords() {
    assertThat(TextTable.of(CELLS, Page.Reach.LIVE, 43))
        .isEqualTo(
            """
            SKILL: notes
              WHAT: writes the notes of a release
            SKILL: tests
              STATE: usable
              WHAT: runs them
            """);
    String table = TextTable.of(CELLS, Page.Reach.LIVE);
    assertThat(table).startsWith("SKILL  STATE   WHAT\n");
    assertThat(TextTable.of(CELLS, Page.Reach.LIVE, 44)).isEqualTo(table);
  }
}
