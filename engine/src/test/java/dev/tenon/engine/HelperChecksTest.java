package dev.tenon.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.agent.Conversation;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.Part;
import dev.tenon.core.model.script.Step;
import dev.tenon.core.permission.Mode;
import dev.tenon.engine.config.ProjectOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What helpers have checked, as evidence of the conversation that called them.
final class HelperChecksTest {
  @TempDir Path folder;

  private static Step task(String... tasks) {
    var list = new ArrayList<Json>();
    for (String task : tasks) {
      list.add(Json.object().put("id", task).put("assignment", "Do " + task + ".").build());
    }
    return Step.calls(
        "task",
        Json.object().put("agent", "task").put("isolated", true).array("tasks", list).build());
  }

  private static Step bash(String command) {
    return Step.calls("bash", Json.object().put("command", command).build());
  }

  private static Step edit(String path, String from, String to) {
    return Step.calls(
        "edit_file",
        Json.object().put("path", path).put("old_text", from).put("new_text", to).build());
  }

  private static Step goal(String json) throws Exception {
    return Step.calls("goal", Json.parseObject(json));
  }

  /// What a helper has checked in its layer proves something exactly when the merged files are the
  /// ones that it saw.
  @Test
  void aHelpersChecksCountIfTheMergedTreeIsTheOneTheySaw() throws Exception {
    Path home = Files.createDirectories(folder.resolve("home"));
    Path root = Files.createDirectories(folder.resolve("project")).toRealPath();
    Files.writeString(root.resolve("a.txt"), "one\ntwo\nthree\n");
    Files.writeString(root.resolve("check.sh"), "grep -q ONE a.txt\n");
    String complete = "{\"action\": \"complete\", \"evidence\": [[\"c1\"]]}";
    var model =
        new TreeModel()
            .script(
                "0-Main",
                goal("{\"action\": \"create\", \"criteria\": [\"ONE is there\"]}"),
                task("Fix"),
                goal("{\"action\": \"get\"}"),
                goal(complete),
                goal("{\"action\": \"create\", \"criteria\": [\"still there\"]}"),
                task("More", "Other"),
                goal("{\"action\": \"complete\", \"evidence\": [[\"c2\", \"c3\"]]}"),
                Step.says("done"),
                Step.says("done"),
                Step.says("done"))
            .script(
                "0-Fix",
                edit("a.txt", "one", "ONE"),
                bash("sh check.sh"),
                HelpersTest.yields("fixed"))
            .script(
                "1-More",
                edit("a.txt", "two", "TWO"),
                bash("sh check.sh"),
                HelpersTest.yields("more"))
            .script(
                "2-Other",
                edit("new.txt", "", "new\n"),
                bash("sh check.sh"),
                HelpersTest.yields("other"));
    var told = new StringBuilder();
    ProjectOptions options =
        ProjectOptions.of(home, root)
            .withEnvironment(Map.of())
            .with("editDialect", "edit_file")
            .with("sandbox.kind", "off");
    try (Project project = Project.open(options);
        ProjectConversation once =
            project.conversation(ConversationOptions.of(model, Mode.FULL).once())) {
      Conversation conversation = once.start(ConversationFace.listening(event -> {}));
      conversation.prompt("go");
      for (Message message : conversation.history()) {
        if (message instanceof Message.ToolResults all) {
          all.results().stream().map(Part.Result::text).forEach(told::append);
        }
      }
    }
    String results = told.toString();
    assertThat(Files.readString(root.resolve("a.txt"))).startsWith("ONE\nTWO\n");
    assertThat(results)
        .contains("c1 (sh check.sh) by helper 0-Fix: succeeded")
        .contains("goal (complete): ONE is there");
    // Each of the two saw a tree without the other's work.
    assertThat(results)
        .contains("criterion 1 (still there)")
        .containsAnyOf(
            "began before the last change: the merge of a helper's work",
            "are not what the helper");
  }
}
