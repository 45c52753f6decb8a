package dev.tenon.core.session.compaction;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.Effort;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.Request;
import dev.tenon.core.model.TokenCounter;
import dev.tenon.core.model.ToolSpec;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Where the tokens of a request go, as `/context` shows it.
class ContextReportTest {
  private static ToolSpec tool(String name) {
    return new ToolSpec(name, "Does it.", Json.object().put("type", "object").build());
  }

  @Test
  void theToolsOfEachServerHaveARow() {
    var request =
        new Request(
            "You help.",
            List.of(Message.User.of("hello")),
            List.of(
                tool("bash"), tool("mcp__gh__look"), tool("mcp__db__ask"), tool("mcp__gh__put")),
            10,
            Effort.DEFAULT);
    ContextReport report = ContextReport.of(request, TokenCounter.OPENAI, 1_000);
    assertThat(report.rows())
        .filteredOn(row -> row.what().contains("tools"))
        .extracting(row -> row.what() + " " + row.items())
        .containsExactly("tools 1", "tools of gh 2", "tools of db 1");
    assertThat(report.rows()).allMatch(row -> row.tokens() > 0);
    assertThat(report.total())
        .isEqualTo(report.rows().stream().mapToLong(ContextReport.Row::tokens).sum());
  }
}
