package dev.tenon.cli.hook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.slash.PickingContext;
import dev.tenon.core.agent.Conversation;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.script.ScriptedModel;
import dev.tenon.core.model.script.Step;
import dev.tenon.core.permission.Mode;
import dev.tenon.engine.ConversationFace;
import dev.tenon.engine.ConversationOptions;
import dev.tenon.engine.Project;
import dev.tenon.engine.ProjectConversation;
import dev.tenon.engine.config.ProjectOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// `/hooks` in a conversation.
@Timeout(120)
class HookSlashCommandTest {
  @TempDir Path folder;

  private static String shown(ProjectConversation conversation) throws Exception {
    var context = new PickingContext(false);
    new HookSlashCommand(conversation).slash().action().run("", context);
    return context.said();
  }

  @Test
  void theLastRunsAreShownWithTheirTimes() throws Exception {
    Path home = Files.createDirectories(folder.resolve("home"));
    Path root = Files.createDirectories(folder.resolve("project")).toRealPath();
    Files.writeString(
        home.resolve("config.yml"),
        """
        hooks:
          PreToolUse:
            - matcher: Bash
              hooks: [{type: command, command: "echo not now >&2; exit 2", required: true}]
          UserPromptSubmit: [{hooks: [{type: command, command: "true"}]}]
        """);
    ScriptedModel model =
        ScriptedModel.of(
            Step.calls("bash", Json.object().put("command", "ls").build()), Step.says("ok"));
    try (Project project = Project.open(ProjectOptions.of(home, root).withEnvironment(Map.of()));
        ProjectConversation conversation =
            project.conversation(ConversationOptions.of(model, Mode.FULL))) {
      Conversation live = conversation.start(ConversationFace.listening(event -> {}));
      assertThat(shown(conversation))
          .contains("PreToolUse", "Bash", "runs, required", "config.yml:")
          .contains("None has run yet.");
      live.prompt("go");
      String said = shown(conversation);
      assertThat(said)
          .containsPattern("\\d\\d:\\d\\d(:\\d\\d)? +\\d+ (ms|s) +PreToolUse +block: not now")
          .containsPattern("\\d+ (ms|s) +UserPromptSubmit +ok +true")
          .doesNotContain("None has run");
      assertThat(said.lastIndexOf("PreToolUse"))
          .as("the latest first")
          .isLessThan(said.lastIndexOf("UserPromptSubmit"));
    }
  }
}
