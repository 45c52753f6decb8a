package dev.tenon.cli.terminal.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.terminal.render.Cells;
import dev.tenon.core.helper.HelperNode.State;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class HelperTasksTest {
  private static HelperTasks.Seen helper(String id, State state, String doing, long tokens) {
    return new HelperTasks.Seen(id, "does " + id, state, Duration.ofSeconds(12), doing, tokens);
  }

  @Test
  void helpersAreATreeOfWhoCalledWhom() {
    var helpers =
        List.of(
            helper("0-Auth", State.WORKING, "bash npm test", 12_345),
            helper("1-Pages", State.WAITING, "", 0),
            helper("0-Auth.0-Scout", State.WORKING, "", 200),
            helper("0-Auth.1-Old", State.ENDED, "", 900),
            helper("0-Auth.1-Old.0-Left", State.WORKING, "grep x", 1),
            helper("2-Done", State.ENDED, "", 5));
    assertThat(Cells.text(String.join("\n", rows(helpers, 80))))
        .isEqualTo(
            """
              ├─ 0-Auth 12 s does 0-Auth · bash npm test, 12,345 tokens
              │  ├─ 0-Scout 12 s does 0-Auth.0-Scout · 200 tokens
              │  └─ 0-Left 12 s does 0-Auth.1-Old.0-Left · grep x, 1 token
              └─ 1-Pages waits does 1-Pages\
            """);
    assertThat(rows(helpers, 30)).hasSize(4).allMatch(row -> Cells.text(row).length() <= 30);
  }

  private static List<String> rows(List<HelperTasks.Seen> helpers, int columns) {
    return new TaskTree(StatusScenes.COLOURED)
        .rows(HelperTasks.below("", helpers), columns, 10).stream()
            .map(String::stripTrailing)
            .toList();
  }
}
