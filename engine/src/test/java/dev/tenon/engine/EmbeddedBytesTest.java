package dev.tenon.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.change.journal.Attribution;
import dev.tenon.core.change.journal.Origin;
import dev.tenon.core.change.journal.Undo;
import dev.tenon.core.change.review.Review;
import dev.tenon.core.change.weave.Hunk;
import dev.tenon.core.edit.FileChange;
import dev.tenon.core.edit.Transaction;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.script.ScriptedModel;
import dev.tenon.core.model.script.Step;
import dev.tenon.core.permission.Mode;
import dev.tenon.core.text.FileBytes;
import dev.tenon.core.text.Sha256;
import dev.tenon.engine.config.ProjectOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A program that embeds Tenon and makes files that are no text: in a transaction of its own, and
/// by a command that waits for its review.
class EmbeddedBytesTest {
  private static final byte[] LOGO = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n', 0, 1, 2};
  private static final byte[] OTHER = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n', 0, 9};
  private static final Attribution BY = new Attribution(Origin.AGENT, "painter", null);

  @TempDir Path folder;

  @Test
  void aTransactionByBytesIsUndoneAndDoneAgain() throws Exception {
    Path root = Files.createDirectories(folder.resolve("project")).toRealPath();
    Files.write(root.resolve("logo.png"), LOGO);
    try (Project project = Project.open(options(root))) {
      project
          .journal()
          .commit(
              new Transaction(
                  List.of(
                      FileChange.Bytes.replace("logo.png", Sha256.of(LOGO), FileBytes.of(OTHER)),
                      FileChange.Bytes.create("icons/small.png", FileBytes.of(LOGO)))),
              BY);
      assertThat(root.resolve("logo.png")).hasBinaryContent(OTHER);
      var undo = new Undo(project.journal());
      assertThat(undo.undoLatestPrompt().conflicts()).isEmpty();
      assertThat(root.resolve("logo.png")).hasBinaryContent(LOGO);
      assertThat(root.resolve("icons")).doesNotExist();
      undo.redo();
      assertThat(root.resolve("logo.png")).hasBinaryContent(OTHER);
      assertThat(root.resolve("icons/small.png")).hasBinaryContent(LOGO);
    }
  }

  @Test
  void whatACommandPaintsWaitsForItsReview() throws Exception {
    Path root = Files.createDirectories(folder.resolve("project")).toRealPath();
    Files.write(root.resolve("logo.png"), LOGO);
    Files.writeString(root.resolve("a.txt"), "one\n");
    var model =
        ScriptedModel.of(
            Step.calls("bash", Json.object().put("command", paint()).build()),
            Step.calls("bash", Json.object().put("command", "cat new.png > copy.png").build()),
            Step.says("Done."));
    try (Project project = Project.open(options(root).staged());
        ProjectConversation conversation =
            project.conversation(ConversationOptions.of(model, Mode.FULL))) {
      conversation.start(ConversationFace.listening(event -> {})).prompt("Paint");
      project
          .staged()
          .orElseThrow()
          .commit(
              new Transaction(List.of(FileChange.Bytes.create("own.png", FileBytes.of(OTHER)))),
              BY);
      assertThat(root.resolve("new.png")).doesNotExist();
      project.keepStaged();
    }
    model.verify();
    try (Project project = Project.open(options(root).staged())) {
      Review review = project.staged().orElseThrow().review();
      assertThat(review.bundle().hunks())
          .extracting(Hunk::description)
          .containsExactlyInAnyOrder(
              "",
              "binary file, 11 → 10 bytes, image/png",
              "binary file, 10 bytes, image/png",
              "binary file, 10 bytes, image/png",
              "binary file, 10 bytes, image/png");
      review.rejectFile("logo.png");
      review.acceptAll();
      review.apply(Review.Rest.PENDING);
      assertThat(root.resolve("logo.png")).hasBinaryContent(LOGO);
      for (String made : List.of("new.png", "copy.png", "own.png")) {
        assertThat(root.resolve(made)).hasBinaryContent(OTHER);
      }
      assertThat(root.resolve("a.txt")).hasContent("one\ntwo");
      var undo = new Undo(project.journal());
      assertThat(undo.undo(project.journal().changes()).conflicts()).isEmpty();
      assertThat(root.resolve("new.png")).doesNotExist();
      undo.redo();
      assertThat(root.resolve("new.png")).hasBinaryContent(OTHER);
    }
  }

  private static String paint() {
    return "printf '\\211PNG\\r\\n\\032\\n\\000\\011' | tee new.png > logo.png; echo two >> a.txt";
  }

  private ProjectOptions options(Path root) {
    return ProjectOptions.of(folder.resolve("home"), root).withEnvironment(Map.of());
  }
}
