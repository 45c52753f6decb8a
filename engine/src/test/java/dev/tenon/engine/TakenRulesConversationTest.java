package dev.tenon.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.Part;
import dev.tenon.core.model.script.ScriptedModel;
import dev.tenon.core.model.script.Step;
import dev.tenon.core.permission.Mode;
import dev.tenon.engine.config.ProjectOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What rules in files of other tools keep from a conversation, and what they do not.
class TakenRulesConversationTest {
  @TempDir Path folder;
  private Path root;

  @BeforeEach
  void make() throws IOException {
    root = Files.createDirectories(folder.resolve("project/.claude")).getParent().toRealPath();
    Files.createDirectories(root.resolve("a/secrets"));
    Files.writeString(root.resolve("a/secrets/b"), "hidden");
  }

  private void settings(String permissions) throws IOException {
    Files.writeString(
        root.resolve(".claude/settings.json"), "{\"permissions\": " + permissions + "}");
  }

  private static Step bash(String command) {
    return Step.calls("bash", Json.object().put("command", command).build());
  }

  private static Step write(String path) {
    return Step.calls("write_file", Json.object().put("path", path).put("content", "x").build());
  }

  /// Runs the calls in mode full, with nobody to ask, and answers what came of each.
  private List<Part.Result> run(Step... calls) throws Exception {
    var steps = new ArrayList<>(List.of(calls));
    steps.add(Step.says("done"));
    var model = ScriptedModel.of(steps.toArray(Step[]::new));
    ProjectOptions options =
        ProjectOptions.of(folder.resolve("home"), root)
            .withEnvironment(Map.of())
            .with("sandbox.kind", "off");
    try (Project project = Project.open(options);
        ProjectConversation conversation =
            project.conversation(ConversationOptions.of(model, Mode.FULL))) {
      conversation.start(ConversationFace.listening(event -> {})).prompt("go");
    }
    model.verify();
    var results = new ArrayList<Part.Result>();
    for (int i = 1; i <= calls.length; i++) {
      var last = (Message.ToolResults) model.requests().get(i).messages().getLast();
      results.add(last.results().getFirst());
    }
    return results;
  }

  @Test
  void starsSpanBlanks() throws Exception {
    settings(
        """
        {"deny": ["Bash(*DROP TABLE*)",
          "Bash(echo*publish)", "Bash(*secrets*)"],
         "ask": ["Bash(echo * prod *)"]}\
        """);
    List<Part.Result> results =
        run(
            bash("echo 'DROP TABLE x'"),
            bash("cd a && echo run publish"),
            bash("cat a/secrets/b"),
            bash("echo to prod now"),
            bash("echo fine"));
    assertThat(results)
        .extracting(Part.Result::failed)
        .containsExactly(true, true, true, true, false);
    assertThat(results.getFirst().text())
        .contains("deny text(*DROP TABLE*) (.claude/settings.json:1, as Bash(*DROP TABLE*))");
    assertThat(results.get(2).text()).contains(".claude/settings.json:2").doesNotContain("hidden");
    assertThat(results.get(3).text()).contains("as Bash(echo * prod *)");
  }

  @Test
  void noPagesAndNoNotebooksLeaveTheRest() throws Exception {
    settings("{\"deny\": [\"WebFetch\", \"NotebookEdit\"]}");
    List<Part.Result> results =
        run(
            bash("mkdir made"),
            bash("echo a > b.txt"),
            write("c.txt"),
            write("d.ipynb"),
            bash("echo a > e.ipynb"),
            bash("curl https://x.invalid/"));
    assertThat(results)
        .extracting(Part.Result::failed)
        .containsExactly(false, false, false, true, true, true);
    assertThat(results.get(3).text()).contains("write(*.ipynb)");
    assertThat(results.get(5).text()).contains("deny connect (.claude/settings.json:1)");
    assertThat(root.resolve("made")).isDirectory();
    assertThat(root.resolve("d.ipynb")).doesNotExist();
    assertThat(root.resolve("e.ipynb")).doesNotExist();
  }
}
