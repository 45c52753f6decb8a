package dev.tenon.cli.terminal.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.terminal.render.Cells;
import dev.tenon.cli.terminal.render.Page;
import dev.tenon.cli.terminal.render.Recorded;
import dev.tenon.core.agent.AgentEvent;
import dev.tenon.core.json.Json;
import dev.tenon.core.tool.ToolResult;
import dev.tenon.core.tool.ToolResult.Checklist.State;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What is opened is whole.
class WholeCardsTest {
  private final EventRenderer renderer =
      new EventRenderer(new Recorded(Page.Reach.LIVE, 80), Scenes.COLOURED, () -> 0);

  private void accept(List<AgentEvent> events) {
    events.forEach(renderer);
  }

  private String opened() {
    return String.join("\n", renderer.cards().cards().getLast().content().rows(80));
  }

  @Test
  void aLongLineIsOpenedToItsEnd() {
    String line = "word ".repeat(400) + "END";
    accept(
        Scenes.ran("bash", "ls", Json.Obj.EMPTY, new ToolResult.Command(line, 0, Json.Obj.EMPTY)));
    assertThat(opened()).contains("END").doesNotContain("…");
    Json.Obj error = Json.object().put("output", line).build();
    accept(List.of(Scenes.failed("bash", Json.Obj.EMPTY, "failed", line, error)));
    assertThat(opened()).contains("END");
  }

  @Test
  void aPlanIsOpenedAsItStands() {
    var lines =
        List.of(
            new ToolResult.Checklist.Line(State.HEADING, "Parser"),
            new ToolResult.Checklist.Line(State.OPEN, "mend " + "it ".repeat(40) + "END"));
    accept(
        Scenes.ran(
            "todo",
            "",
            Json.Obj.EMPTY,
            new ToolResult.Checklist("Remaining (1): for the model", lines, Json.Obj.EMPTY)));
    assertThat(Cells.text(opened())).startsWith("Parser\n").contains("END").doesNotContain("model");
  }
}
