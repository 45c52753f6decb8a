package dev.tenon.core.change.review;

import static dev.tenon.core.change.review.StagedEditingTest.lines;
import static dev.tenon.core.change.review.StagedProject.AGENT;
import static dev.tenon.core.change.review.StagedProject.USER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.core.change.journal.Checkpoint;
import dev.tenon.core.change.journal.Origin;
import dev.tenon.core.change.weave.Hunk;
import dev.tenon.core.edit.FileState;
import dev.tenon.core.json.Json;
import dev.tenon.core.text.Sha256;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StagedRollbackTest {
  @TempDir Path temporary;
  private StagedProject project;
  private Review review;

  @BeforeEach
  void open() throws Exception {
    project = new StagedProject(temporary);
    review = project.review();
    project.disk("a.txt", lines(20));
  }

  @Test
  void threeTextsAreCompared() throws Exception {
    Checkpoint first = project.editing.beginPrompt("first");
    String proposed = lines(20).replace("line 5\n", "FIVE\n");
    project.write(AGENT, "a.txt", proposed);
    String edited = proposed.replace("line 15\n", "FIFTEEN\n");
    project.write(USER, "a.txt", edited);
    Compare3 compare = review.compare(first.id(), "a.txt").orElseThrow();
    assertThat(compare).isEqualTo(new Compare3("a.txt", edited, lines(20), proposed));
    assertThat(compare.merge().text()).contains(edited);
    assertThat(compare.toJson().members().keySet())
        .containsExactly(
            "file_path", "current_file", "checkpoint_base", "agent_proposed", "pieces");

    // On the disk, and forgotten by the staged state: the journal still knows.
    review.acceptAll();
    review.apply(Review.Rest.DROPPED);
    project.disk("a.txt", "later\n");
    assertThat(review.compare(first.id(), "a.txt"))
        .contains(new Compare3("a.txt", "later\n", lines(20), edited));
    assertThat(review.compare(first.id(), "b.txt")).isEmpty();
    assertThat(review.compare("nothing", "a.txt")).isEmpty();
  }

  @Test
  void aMissingFileIsNull() throws Exception {
    Checkpoint first = project.editing.beginPrompt("first");
    project.write(AGENT, "new.txt", "new\n");
    project.delete(AGENT, "a.txt");
    assertThat(review.compare(first.id(), "new.txt"))
        .contains(new Compare3("new.txt", "new\n", null, "new\n"));
    assertThat(review.compare(first.id(), "a.txt"))
        .contains(new Compare3("a.txt", null, lines(20), null));
  }

  @Test
  void aCheckpointListsItsFilesAndTheWayBack() throws Exception {
    project.editing.beginPrompt("first");
    project.write(AGENT, "a.txt", lines(20).replace("line 5\n", "FIVE\n"));
    Checkpoint second = project.editing.beginPrompt("second");
    project.write(
        AGENT, "a.txt", lines(20).replace("line 5\n", "FIVE\n").replace("line 15\n", "x\n"));
    project.write(AGENT, "b.txt", "b\n");
    StagedCheckpoint checkpoint = review.checkpoint(second.id());
    assertThat(checkpoint.files())
        .extracting(StagedCheckpoint.File::path)
        .containsExactly("a.txt", "b.txt");
    StagedCheckpoint.File file = checkpoint.files().getFirst();
    assertThat(file.baseSha256()).isEqualTo(Sha256.of(lines(20).replace("line 5\n", "FIVE\n")));
    assertThat(file.hunks()).hasSize(1);
    Json.Obj json = checkpoint.toJson().objects("affected_files").getFirst();
    assertThat(json.objects("hunks").getFirst().string("reverse_patch")).contains("-x\n+line 15\n");
  }

  @Test
  void aHardRollbackTakesLaterEditsWithIt() throws Exception {
    project.editing.beginPrompt("first");
    String first = lines(20).replace("line 5\n", "FIVE\n");
    project.write(AGENT, "a.txt", first);
    review.acceptAll();
    Checkpoint second = project.editing.beginPrompt("second");
    project.write(AGENT, "a.txt", first.replace("line 15\n", "x\n"));
    project.write(AGENT, "b.txt", "b\n");
    project.write(USER, "a.txt", first.replace("line 15\n", "y\n"));
    project.write(USER, "c.txt", "mine\n");
    assertThat(review.checkpoint(second.id()).files()).hasSize(2);
    assertThat(project.editing.rollback(second.id())).containsExactly("a.txt", "b.txt");
    assertThat(project.text("a.txt")).isEqualTo(first);
    assertThat(project.editing.current("b.txt")).isInstanceOf(FileState.Missing.class);
    assertThat(project.text("c.txt")).isEqualTo("mine\n");
    assertThat(review.bundle().hunks())
        .extracting(Hunk::status)
        .containsExactly(Hunk.Status.ACCEPTED, Hunk.Status.PENDING);
    assertThat(project.tree()).isEqualTo(Map.of("a.txt", lines(20)));
  }

  @Test
  void whatIsOnTheDiskComesBackAsAChangeToReview() throws Exception {
    Checkpoint first = project.editing.beginPrompt("first");
    project.write(AGENT, "a.txt", lines(20).replace("line 5\n", "FIVE\n"));
    project.write(AGENT, "b.txt", "b\n");
    review.acceptAll();
    review.apply(Review.Rest.DROPPED);
    project.disk("a.txt", project.disk("a.txt") + "later\n");
    Map<String, String> tree = project.tree();
    assertThat(project.editing.rollback(first.id())).containsExactly("a.txt", "b.txt");
    assertThat(project.tree()).isEqualTo(tree);
    assertThat(project.text("a.txt")).isEqualTo(lines(20));
    assertThat(review.bundle().hunks()).extracting(Hunk::origin).containsOnly(Origin.USER);
    review.acceptAll();
    review.apply(Review.Rest.DROPPED);
    assertThat(project.tree()).isEqualTo(Map.of("a.txt", lines(20)));
  }

  @Test
  void aScopedRollbackKeepsNewerEditsAndRefusesThoseOnTop() throws Exception {
    project.write(
        AGENT, "a.txt", lines(20).replace("line 5\n", "FIVE\n").replace("line 15\n", "x\n"));
    List<String> ids = review.bundle().hunks().stream().map(Hunk::id).toList();
    review.accept(List.of(ids.get(1)));
    review.apply(Review.Rest.PENDING);
    project.write(USER, "a.txt", "top\n" + project.text("a.txt"));
    project.editing.rollback(List.of(ids.get(1)));
    assertThat(project.text("a.txt")).isEqualTo("top\n" + lines(20).replace("line 5\n", "FIVE\n"));
    project.write(USER, "a.txt", project.text("a.txt").replace("FIVE\n", "fünf\n"));
    assertThatThrownBy(() -> project.editing.rollback(List.of(ids.get(0))))
        .isInstanceOfSatisfying(
            ReviewException.class,
            conflict -> assertThat(conflict.kind()).isEqualTo(ReviewException.Kind.CONFLICT));
    assertThat(project.text("a.txt")).contains("fünf\n");
  }
}
