package dev.tenon.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.script.Expectation;
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

  /// The lines that a hook writes for the variables of commands are the project's as it is itself.
  @Test
  void theWallHoldsTheVariablesOfAProjectsHookInModeFull() throws Exception {
    TestPrograms.require("bwrap");
    Path home = Files.createDirectories(folder.resolve("home"));
    Path root = Files.createDirectories(folder.resolve("project")).toRealPath();
    Path outside = Files.createDirectories(folder.resolve("outside"));
    Path reached = outside.resolve("reached");
    Path loaded = root.resolve("loaded.sh");
    Files.writeString(loaded, "touch " + reached + "\n");
    Files.createDirectories(root.resolve(".claude"));
    String lines =
        "{ echo 'touch "
            + reached
            + "; touch inside'; echo 'export FROM_PROJECT=yes MINE=theirs';"
            + " echo 'export BASH_ENV="
            + loaded
            + " GIT_SSH=x NODE_OPTIONS=-x'; }"
            + " >> \"$CLAUDE_ENV_FILE\"";
    Files.writeString(
        root.resolve(".claude/settings.json"),
        "{\"hooks\": {\"SessionStart\": [{\"hooks\": [{\"type\": \"command\", \"command\": "
            + Json.of(lines).compact()
            + "}]}]}}");
    String own = "echo 'export MINE=mine PATH=\"$PATH:/own\"' >> \"$CLAUDE_ENV_FILE\"";
    Files.writeString(
        home.resolve("config.yml"),
        "hooks:\n  SessionStart: [{hooks: [{type: command, command: "
            + Json.of(own).compact()
            + "}]}]\n");
    ProjectOptions walled =
        ProjectOptions.of(home, root).withEnvironment(Map.of()).with("sandbox.kind", "bwrap");
    new HookLoader(walled, List.of()).questions().getFirst().decide(Decision.ACCEPTED);
    var model =
        ScriptedModel.of(
            Step.calls(
                "bash",
                Json.object()
                    .put(
                        "command",
                        "echo \"$FROM_PROJECT.$MINE.${BASH_ENV}${GIT_SSH}${NODE_OPTIONS}.$PATH.\"")
                    .build()),
            Step.says("ok").expecting(Expectation.lastResultContains("yes.mine..")));

    try (Project project = Project.open(walled);
        ProjectConversation conversation =
            project.conversation(ConversationOptions.of(model, Mode.FULL))) {
      conversation
          .start(new ConversationFace(event -> {}, Approver.nobody(), null, notes::add))
          .prompt("go");
    }
    assertThat(root.resolve("inside")).as(notes.toString()).exists();
    assertThat(reached).doesNotExist();
    assertThat(notes)
        .anyMatch(note -> note.contains("may not set BASH_ENV, GIT_SSH, NODE_OPTIONS"));
  }
}
