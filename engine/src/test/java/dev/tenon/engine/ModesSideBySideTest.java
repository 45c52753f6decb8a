package dev.tenon.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.Part;
import dev.tenon.core.model.script.ScriptedModel;
import dev.tenon.core.permission.Approver;
import dev.tenon.core.permission.Mode;
import dev.tenon.core.tool.ToolRunner;
import dev.tenon.engine.config.ProjectOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Policy and confinement of a conversation are those of its own mode, whatever other conversations
/// of the project do.
class ModesSideBySideTest {
  private static final String LOOK = "touch looked 2>&- && echo may-write || echo may-look";

  @TempDir Path folder;
  private Path root;
  private Project project;
  private ProjectConversation plan;
  private ProjectConversation edit;

  @BeforeEach
  void open() throws Exception {
    root = Files.createDirectories(folder.resolve("project/sub")).getParent().toRealPath();
    project =
        Project.open(
            ProjectOptions.of(folder.resolve("home"), root)
                .withEnvironment(Map.of())
                .with("shell.persistent", "true"));
    plan = start(Mode.PLAN);
    edit = start(Mode.EDIT);
  }

  @AfterEach
  void close() {
    plan.close();
    edit.close();
    project.close();
  }

  @Test
  void eachConversationIsConfinedByItsOwnMode() throws Exception {
    assumeTrue(project.wall().sandbox().state().confines(), "SKIPPED: no sandbox on this machine");
    for (int i = 0; i < 2; i++) {
      assertThat(run(plan, LOOK)).contains("may-look");
      assertThat(run(edit, LOOK)).contains("may-write");
    }
    assertThat(run(plan, "touch made")).contains("mode plan is read-only");
    assertThat(run(edit, "touch made")).contains("\"ok\":true");
    assertThat(root.resolve("made")).exists();
  }

  @Test
  void aSwitchChangesPolicyAndConfinementAtOnceAndTheShellGoesOn() throws Exception {
    assumeTrue(project.wall().sandbox().state().confines(), "SKIPPED: no sandbox on this machine");
    assertThat(run(edit, "cd sub && export WORD=kept")).contains("\"ok\":true");
    edit.use(edit.selection().in(Mode.PLAN));
    assertThat(run(edit, LOOK)).contains("may-look");
    assertThat(run(edit, "touch made")).contains("mode plan is read-only");
    assertThat(run(edit, "pwd")).contains(root.resolve("sub").toString());
    assertThat(run(edit, "echo $WORD")).contains("kept");
    edit.use(edit.selection().in(Mode.EDIT));
    assertThat(run(edit, LOOK)).contains("may-write");
    assertThat(run(plan, LOOK)).contains("may-look");
  }

  @Test
  void whatIsAllowedForOneConversationIsAskedInAnother() throws Exception {
    var asked = new ArrayList<Approver.Question>();
    Approver approver =
        question -> {
          asked.add(question);
          return Approver.Answer.SESSION;
        };
    for (int i = 0; i < 2; i++) {
      try (var conversation =
          project.conversation(ConversationOptions.of(ScriptedModel.of(), Mode.EDIT))) {
        conversation.start(new ConversationFace(event -> {}, approver, null, line -> {}));
        run(conversation, "touch made");
        run(conversation, "touch made");
      }
    }
    assertThat(asked).hasSize(2);
  }

  @Test
  void theModeOfOneIsNotThatOfTheOther() throws Exception {
    assertThat(call(plan, "edit_file", edits())).contains("denied");
    assertThat(call(edit, "edit_file", edits())).contains("\"ok\":true");
    assertThat(plan.conversation().setup().system())
        .isNotEqualTo(edit.conversation().setup().system());
  }

  private ProjectConversation start(Mode mode) {
    var conversation = project.conversation(ConversationOptions.of(ScriptedModel.of(), mode));
    conversation.start(new ConversationFace(event -> {}, EVERYTHING, null, line -> {}));
    return conversation;
  }

  private static final Approver EVERYTHING = request -> Approver.Answer.ONCE;

  private static Json.Obj edits() {
    return Json.object().put("path", "b.txt").put("old_text", "").put("new_text", "text\n").build();
  }

  private static String run(ProjectConversation conversation, String command) throws Exception {
    return call(conversation, "bash", Json.object().put("command", command).build());
  }

  private static String call(ProjectConversation conversation, String tool, Json.Obj parameters)
      throws Exception {
    ToolRunner tools = conversation.conversation().setup().tools();
    return tools
        .call(Part.Call.of("id", tool, parameters), text -> {})
        .result()
        .envelope()
        .compact();
  }
}
