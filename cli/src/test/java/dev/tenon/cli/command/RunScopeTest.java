package dev.tenon.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.Part;
import dev.tenon.core.model.script.ScriptedModel;
import dev.tenon.core.model.script.Step;
import dev.tenon.core.permission.Mode;
import dev.tenon.engine.ConversationFace;
import dev.tenon.engine.ConversationOptions;
import dev.tenon.engine.Project;
import dev.tenon.engine.ProjectConversation;
import dev.tenon.engine.config.ProjectOptions;
import dev.tenon.engine.session.ActiveSession;
import dev.tenon.engine.session.SessionQuestions;
import dev.tenon.engine.session.SessionRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Whatever a run has opened is closed at its end, also when the run fails.
class RunScopeTest {
  @TempDir Path folder;
  private ProjectOptions options;
  private final ArrayList<String> notes = new ArrayList<>();

  @BeforeEach
  void makeProject() throws Exception {
    Path root = Files.createDirectories(folder.resolve("project")).toRealPath();
    options =
        ProjectOptions.of(folder.resolve("home"), root)
            .withEnvironment(Map.of())
            .with("editDialect", "edit_file");
  }

  @Test
  void aRunThatFailsLeavesNoProcessAndLosesNothing() throws Exception {
    var model =
        ScriptedModel.of(
            Step.calls(
                "edit_file",
                Json.object()
                    .put("path", "new.txt")
                    .put("old_text", "")
                    .put("new_text", "text\n")
                    .build()),
            Step.calls(
                "bash", Json.object().put("command", "sleep 600").put("async", true).build()),
            Step.says("Done."));
    try (var scope = new RunScope(Duration.ZERO, notes::add)) {
      Project project = scope.opened(Project.open(options.staged()));
      ActiveSession session =
          scope.opened(
              ActiveSession.open(
                  options, SessionRequest.NEW, SessionQuestions.nobody(), notes::add));
      ProjectConversation conversation =
          scope.opened(
              project.conversation(ConversationOptions.of(model, Mode.FULL).recordedIn(session)));
      conversation.start(ConversationFace.listening(event -> {})).prompt("Go");
      assertThat(conversation.background().orElseThrow().jobs().running()).hasSize(1);
      throw new IllegalStateException("a bug");
    } catch (IllegalStateException bug) {
      assertThat(bug).hasMessage("a bug");
    }
    await()
        .untilAsserted(
            () ->
                assertThat(ProcessHandle.current().descendants())
                    .noneMatch(each -> each.info().commandLine().orElse("").endsWith("sleep 600")));
    assertThat(notes).isEmpty();
    try (Project again = Project.open(options.staged())) {
      assertThat(again.staged().orElseThrow().review().bundle().files()).hasSize(1);
    }
  }

  @Test
  void whatIsOpenedAfterTheEndIsClosedAtOnce() throws Exception {
    var scope = new RunScope(Duration.ZERO, notes::add);
    scope.close();
    Project project = scope.opened(Project.open(options));
    ProjectConversation conversation =
        scope.opened(project.conversation(ConversationOptions.of(ScriptedModel.of(), Mode.FULL)));
    assertThat(
            conversation
                .start(ConversationFace.listening(event -> {}))
                .setup()
                .tools()
                .call(
                    Part.Call.of("id", "bash", Json.object().put("command", "echo hi").build()),
                    text -> {})
                .result()
                .failed())
        .isTrue();
  }
}
