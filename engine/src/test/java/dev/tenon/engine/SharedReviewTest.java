package dev.tenon.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.agent.AgentEvent;
import dev.tenon.core.agent.Conversation;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.script.Step;
import dev.tenon.core.permission.Mode;
import dev.tenon.engine.config.ProjectOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Helpers beside what waits for a person, and a conversation that talks to them while they work.
final class SharedReviewTest {
  @TempDir Path folder;
  private Path root;
  private ProjectOptions options;
  private final List<String> edits = new CopyOnWriteArrayList<>();

  @BeforeEach
  void makeProject() throws Exception {
    Path home = Files.createDirectories(folder.resolve("home"));
    root = Files.createDirectories(folder.resolve("project")).toRealPath();
    Files.writeString(root.resolve("a.txt"), "one\ntwo\n");
    Files.writeString(home.resolve("config.yml"), "");
    options =
        ProjectOptions.of(home, root)
            .withEnvironment(Map.of())
            .with("editDialect", "edit_file")
            .with("sandbox.kind", "off");
  }

  private static Step isolated(String... ids) {
    var tasks =
        List.of(ids).stream()
            .<Json>map(id -> Json.object().put("id", id).put("assignment", "Do " + id).build())
            .toList();
    return Step.calls(
        "task",
        Json.object().put("agent", "task").put("isolated", true).array("tasks", tasks).build());
  }

  private static Step edit(String from, String to) {
    return Step.calls(
        "edit_file",
        Json.object().put("path", "a.txt").put("old_text", from).put("new_text", to).build());
  }

  private void heard(AgentEvent event) {
    if (event instanceof AgentEvent.HelperReported reported
        && reported.event() instanceof AgentEvent.ToolFinished finished
        && finished.result().name().equals("edit_file")) {
      edits.add(finished.result().text());
    }
  }

  private String run(Project project, TreeModel model) throws Exception {
    try (ProjectConversation once =
        project.conversation(ConversationOptions.of(model, Mode.EDIT).once())) {
      Conversation conversation = once.start(ConversationFace.listening(this::heard));
      conversation.prompt("go");
      model.verify();
      return conversation.history().toString();
    }
  }

  @Test
  void underReviewAllShareTheBuffersAndTheResultSaysSo() throws Exception {
    var model =
        new TreeModel()
            .script("0-Main", isolated("A", "B"), Step.says("done"))
            .script("0-A", edit("one", "1"), HelpersTest.yields("a"))
            .script("1-B", edit("two", "2"), HelpersTest.yields("b"));
    try (Project project = Project.open(options.staged())) {
      assertThat(run(project, model)).contains("Not isolated: all edits wait for the person");
      assertThat(Files.readString(root.resolve("a.txt"))).isEqualTo("one\ntwo\n");
      var files = project.staged().orElseThrow().review().bundle().files();
      assertThat(files).hasSize(1);
      assertThat(files.getFirst().hunks().stream().flatMap(hunk -> hunk.changeIds().stream()))
          .as("the changes of both, in one hunk or two")
          .containsOnly("c_1", "c_2");
      assertThat(project.layers().left()).isEmpty();
    }
    assertThat(edits).hasSize(2).allMatch(text -> text.contains("staged"), "says staged");
  }

  @Test
  void anEditInALayerIsWrittenThereAndNotStaged() throws Exception {
    var model =
        new TreeModel()
            .script("0-Main", isolated("A"), Step.says("done"))
            .script("0-A", edit("one", "1"), HelpersTest.yields("a"));
    try (Project project = Project.open(options)) {
      assertThat(run(project, model)).contains("Merged from its layer");
    }
    assertThat(edits).hasSize(1).noneMatch(text -> text.contains("staged"));
    assertThat(Files.readString(root.resolve("a.txt"))).isEqualTo("1\ntwo\n");
  }

  @Test
  void theConversationReachesAHelperThatWorksBesideIt() throws Exception {
    Json.Obj said =
        Json.object().put("op", "send").put("to", "0-A").put("message", "How far?").build();
    var model =
        new TreeModel()
            .script(
                "0-Main",
                HelpersTest.task("task", "A"),
                // Not before it has joined.
                Step.calls(
                    "bash",
                    Json.object().put("command", "until [ -e here ]; do sleep 0.05; done").build()),
                Step.calls("irc", said),
                Step.calls(
                    "write_file", Json.object().put("path", "go").put("content", "x\n").build()),
                Step.calls("job", Json.Obj.EMPTY),
                Step.says("done"))
            .script(
                "0-A",
                Step.calls(
                    "bash",
                    Json.object()
                        .put("command", "touch here; until [ -e go ]; do sleep 0.05; done")
                        .build()),
                Step.says("Half of it."),
                HelpersTest.yields("all of it"));
    try (Project project = Project.open(options);
        ProjectConversation attended =
            project.conversation(ConversationOptions.of(model, Mode.FULL))) {
      Conversation conversation = attended.start(ConversationFace.listening(event -> {}));
      assertThat(conversation.prompt("go").text()).isEqualTo("done");
      assertThat(conversation.history().toString()).contains("Half of it.", "all of it");
    }
    model.verify();
  }
}
