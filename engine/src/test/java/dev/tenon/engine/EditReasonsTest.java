package dev.tenon.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.agent.Conversation;
import dev.tenon.core.change.review.Review;
import dev.tenon.core.change.weave.Hunk;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.script.ScriptedModel;
import dev.tenon.core.model.script.Step;
import dev.tenon.core.permission.Mode;
import dev.tenon.engine.config.ProjectOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the model says before an edit stays with what it stages.
class EditReasonsTest {
  @TempDir Path folder;

  private static Json.Obj file(String name) {
    return Json.object().put("path", name).put("content", name + "\n").build();
  }

  @Test
  void whatIsSaidBeforeACallIsTheReasonOfItsHunks() throws Exception {
    Path home = Files.createDirectories(folder.resolve("home")).toRealPath();
    Path root = Files.createDirectories(folder.resolve("project")).toRealPath();
    var model =
        ScriptedModel.of(
            Step.says("A first file, because one is needed.").call("write_file", file("a.txt")),
            Step.calls("write_file", file("b.txt")),
            Step.says("Done."));
    ProjectOptions options = ProjectOptions.of(home, root).withEnvironment(Map.of()).staged();
    try (Project project = Project.open(options);
        ProjectConversation conversation =
            project.conversation(ConversationOptions.of(model, Mode.FULL))) {
      Conversation live = conversation.start(ConversationFace.listening(event -> {}));
      live.prompt("write");
      Review review = project.staged().orElseThrow().review();
      var reasons = review.bundle().hunks().stream().map(review::reasons).toList();
      assertThat(reasons.getFirst()).containsExactly("A first file, because one is needed.");
      assertThat(reasons.getLast()).as("nothing was said").isEmpty();
      assertThat(review.bundle().hunks()).extracting(Hunk::kind).hasSize(2);
    }
  }
}
