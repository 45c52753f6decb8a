package dev.tenon.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.script.ScriptedModel;
import dev.tenon.core.model.script.Step;
import dev.tenon.core.permission.Approver;
import dev.tenon.core.permission.Mode;
import dev.tenon.engine.config.Consent.Decision;
import dev.tenon.engine.config.ProjectOptions;
import dev.tenon.engine.hook.HookLoader;
import dev.tenon.harness.TestPrograms;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A project's hooks are behind the wall, whatever the mode.
@Timeout(300)
final class HookWallTest {
  @TempDir Path folder;
  private final List<String> notes = new CopyOnWriteArrayList<>();

  @Test
  void theWallHoldsAProjectsHookInModeFull() throws Exception {
    TestPrograms.require("bwrap");
    Path home = Files.createDirectories(folder.resolve("home"));
    Path root = Files.createDirectories(folder.resolve("project")).toRealPath();
    Path outside = Files.createDirectories(folder.resolve("outside"));
    Files.createDirectories(root.resolve(".claude"));
    String reach = "touch " + outside.resolve("reached") + "; touch inside; exit 0";
    Files.writeString(
        root.resolve(".claude/settings.json"),
        Json.parseObject(
                "{\"hooks\": {\"Stop\": [{\"hooks\": [{\"type\": \"command\", \"command\": "
                    + Json.of(reach).compact()
                    + "}]}]}}")
            .pretty());
    Files.writeString(home.resolve("config.yml"), "");
    ProjectOptions walled =
        ProjectOptions.of(home, root).withEnvironment(Map.of()).with("sandbox.kind", "bwrap");
    new HookLoader(walled, List.of()).questions().getFirst().decide(Decision.ACCEPTED);
    var model = ScriptedModel.of(Step.says("ok"));
    try (Project project = Project.open(walled);
        ProjectConversation conversation =
            project.conversation(ConversationOptions.of(model, Mode.FULL))) {
      conversation
          .start(new ConversationFace(event -> {}, Approver.nobody(), null, notes::add))
          .prompt("go");
    }
    assertThat(root.resolve("inside")).as(notes.toString()).exists();
    assertThat(outside.resolve("reached")).doesNotExist();
  }
}
