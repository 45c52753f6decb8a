package dev.tenon.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.Request;
import dev.tenon.core.model.ToolSpec;
import dev.tenon.core.model.script.Step;
import dev.tenon.core.permission.Mode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Helpers of helpers stay what they are, also when the conversation itself goes on with them.
final class HelpersBelowTest extends HelperTrial {

  private static List<String> tools(Request request) {
    return request.tools().stream().map(ToolSpec::name).toList();
  }

  @Test
  void whoeverResumesAHelperItStaysAsDeepAsItWas() throws Exception {
    var model =
        new TreeModel()
            .script("0-Main", HelpersTest.task("wild", "W"), resume("0-W.0-X"), Step.says("done"))
            .script("0-W", HelpersTest.task("wild", "X"), HelpersTest.yields("one"))
            .script("0-W.0-X", HelpersTest.yields("two"), HelpersTest.yields("three"));
    run(model, Mode.FULL);
    model.verify();
    assertThat(tools(model.of("0-W").requests().getFirst())).contains("task");
    for (Request request : model.of("0-W.0-X").requests()) {
      assertThat(tools(request)).contains("yield").doesNotContain("task");
    }
  }

  /// Its caller's layer is apart: what it did there is not in the project, and no more comes.
  @Test
  void aHelperThatWorkedInALayerDoesNotGoOnInTheProject() throws Exception {
    Json.Obj task = Json.object().put("id", "L").put("assignment", "Lead.").build();
    Step isolated =
        Step.calls(
            "task",
            Json.object()
                .put("agent", "lead")
                .put("isolated", true)
                .array("tasks", List.of(task))
                .build());
    var model =
        new TreeModel()
            .script("0-Main", isolated, resume("0-L.0-A"), Step.says("done"))
            .script("0-L", HelpersTest.task("free", "A"), HelpersTest.yields("led"))
            .script("0-L.0-A", writes("apart.txt"), HelpersTest.yields("one"));
    String history = run(model, Mode.FULL, "agents.merge", "keep");
    model.verify();
    assertThat(history)
        .contains("state=\"failed\"", "it worked in the ", " of 0-L, which is not merged")
        .contains("resume 0-L, or merge that first: 'tenon agents merge 0-L@");
    assertThat(root.resolve("apart.txt")).doesNotExist();
  }

  @Test
  void whatAnAgentsFileTakesAwayIsNotAddedByAnythingElse() throws Exception {
    Path agents = Files.createDirectories(home.resolve("agents"));
    agent(agents, "alone", "spawns: '*'\ndisallowedTools: [Task, irc, 'Multi*']\n");
    var model =
        new TreeModel()
            .script("0-Main", HelpersTest.task("alone", "A"), Step.says("done"))
            .script("0-A", HelpersTest.yields("one"));
    run(model, Mode.FULL);
    model.verify();
    assertThat(tools(model.of("0-A").requests().getFirst()))
        .contains("yield", "write_file")
        .doesNotContain("task", "irc", "edit_file");
  }

  @Test
  void aLeadWithoutToolsDelegatesAllTheSame() throws Exception {
    Path agents = Files.createDirectories(home.resolve("agents"));
    agent(agents, "boss", "tools: {'*': false}\nspawns: [free]\n");
    var model =
        new TreeModel()
            .script("0-Main", HelpersTest.task("boss", "B"), Step.says("done"))
            .script("0-B", HelpersTest.task("free", "A"), HelpersTest.yields("led"))
            .script("0-B.0-A", writes("made.txt"), HelpersTest.yields("one"));
    run(model, Mode.FULL);
    model.verify();
    assertThat(tools(model.of("0-B").requests().getFirst()))
        .contains("yield", "task")
        .doesNotContain("write_file", "read_file");
    assertThat(root.resolve("made.txt")).exists();
  }
}
