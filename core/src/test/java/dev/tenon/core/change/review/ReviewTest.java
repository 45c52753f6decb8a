package dev.tenon.core.change.review;

import static dev.tenon.core.change.review.StagedEditingTest.lines;
import static dev.tenon.core.change.review.StagedProject.AGENT;
import static dev.tenon.core.change.review.StagedProject.USER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.core.change.journal.Change;
import dev.tenon.core.change.journal.Origin;
import dev.tenon.core.change.weave.Hunk;
import dev.tenon.core.change.weave.HunkGuard;
import dev.tenon.core.change.weave.StagedChange;
import dev.tenon.core.edit.Plan;
import dev.tenon.core.edit.lines.LineEdits;
import dev.tenon.core.edit.lines.ProposedEdit;
import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.text.Sha256;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReviewTest {
  @TempDir Path temporary;
  private StagedProject project;
  private Review review;

  @BeforeEach
  void open() throws Exception {
    project = new StagedProject(temporary);
    review = project.review();
    project.disk("a.txt", lines(40));
  }

  private static String with(String... replacements) {
    String text = lines(40);
    for (int i = 0; i < replacements.length; i += 2) {
      text = text.replace(replacements[i] + "\n", replacements[i + 1]);
    }
    return text;
  }

  private List<Hunk> hunks() {
    return review.bundle().hunks();
  }

  private String id(int hunk) {
    return hunks().get(hunk).id();
  }

  private List<Hunk.Status> statuses() {
    return hunks().stream().map(Hunk::status).toList();
  }

  @Test
  void hunksAreRejectedAndAcceptedOneByOne() throws Exception {
    project.write(AGENT, "a.txt", with("line 5", "FIVE\n", "line 20", "", "line 35", "x\ny\n"));
    assertThat(hunks()).hasSize(3);
    assertThat(hunks().get(0).patch())
        .isEqualTo(
            """
            @@ -2,7 +2,7 @@
             line 2
             line 3
             line 4
            -line 5
            +FIVE
             line 6
             line 7
             line 8
            """);
    assertThat(hunks().get(0).reversePatch()).contains("-FIVE\n+line 5\n");
    List<String> ids = hunks().stream().map(Hunk::id).toList();

    assertThat(review.reject(List.of(ids.get(1)))).containsExactly(ids.get(1));
    assertThat(project.text("a.txt")).isEqualTo(with("line 5", "FIVE\n", "line 35", "x\ny\n"));
    review.accept(List.of(ids.get(0)));
    assertThat(hunks()).extracting(Hunk::id).isEqualTo(ids);
    assertThat(statuses())
        .containsExactly(Hunk.Status.ACCEPTED, Hunk.Status.REJECTED, Hunk.Status.PENDING);

    ApplyResult applied = review.apply(Review.Rest.PENDING);
    assertThat(applied.files()).containsExactly(new ApplyResult.File("a.txt", 1, 1, 1, 0));
    assertThat(project.disk("a.txt")).isEqualTo(with("line 5", "FIVE\n"));
    assertThat(hunks()).extracting(Hunk::id).containsExactly(ids.get(1), ids.get(2));
    assertThat(review.bundle().files().getFirst().baseSha256())
        .isEqualTo(Sha256.of(project.disk("a.txt")));

    review.accept(List.of(ids.get(2)));
    review.apply(Review.Rest.DROPPED);
    assertThat(project.disk("a.txt")).isEqualTo(with("line 5", "FIVE\n", "line 35", "x\ny\n"));
  }

  @Test
  void decisionsAreUndoneAndRedone() throws Exception {
    project.write(AGENT, "a.txt", with("line 5", "FIVE\n", "line 20", "TWENTY\n"));
    String all = project.text("a.txt");
    review.reject(List.of(id(0)));
    String one = project.text("a.txt");
    review.rejectAll();
    assertThat(project.text("a.txt")).isEqualTo(lines(40));
    review.undo();
    assertThat(project.text("a.txt")).isEqualTo(one);
    review.undo();
    assertThat(project.text("a.txt")).isEqualTo(all);
    assertThatThrownBy(review::undo).hasMessageContaining("no decision to undo");
    review.redo();
    project.reload();
    review = project.review();
    review.redo();
    assertThat(project.text("a.txt")).isEqualTo(lines(40));
    assertThatThrownBy(review::redo).isInstanceOf(ReviewException.class);
    review.undo();
    assertThat(project.text("a.txt")).isEqualTo(one);
  }

  @Test
  void aPersonsEditsAreHunksOfTheirOwn() throws Exception {
    project.write(AGENT, "a.txt", with("line 5", "FIVE\nSIX\n"));
    project.write(USER, "a.txt", with("line 5", "FIVE\nSIX\n", "line 30", "THIRTY\n"));
    project.write(USER, "a.txt", with("line 5", "FIVE\nsechs\n", "line 30", "THIRTY\n"));
    assertThat(hunks())
        .extracting(Hunk::origin)
        .containsExactly(Origin.AGENT, Origin.USER, Origin.USER);
    Hunk agent = hunks().get(0);
    Hunk onTop = hunks().get(1);
    Hunk apart = hunks().get(2);
    assertThat(onTop.patch()).contains("-SIX\n+sechs\n");
    assertThat(onTop.requires()).containsExactly(agent.id());
    assertThat(apart.requires()).isEmpty();

    assertThat(review.accept(List.of(onTop.id())))
        .containsExactlyInAnyOrder(agent.id(), onTop.id());
    assertThat(review.reject(List.of(agent.id())))
        .containsExactlyInAnyOrder(agent.id(), onTop.id());
    assertThat(project.text("a.txt")).isEqualTo(with("line 30", "THIRTY\n"));
    assertThatThrownBy(() -> review.select(Set.of(onTop.id())))
        .isInstanceOfSatisfying(
            ReviewException.class,
            incomplete -> {
              assertThat(incomplete.kind()).isEqualTo(ReviewException.Kind.INCOMPLETE);
              assertThat(incomplete.hunks()).containsExactly(agent.id());
            });
    review.reset(List.of(onTop.id()));
    assertThat(statuses())
        .containsExactly(Hunk.Status.PENDING, Hunk.Status.PENDING, Hunk.Status.PENDING);
  }

  @Test
  void whatWasMadeInThePlaceOfARejectedHunkExcludesIt() throws Exception {
    project.write(AGENT, "a.txt", with("line 5", "FIVE\n"));
    String first = id(0);
    review.reject(List.of(first));
    project.write(AGENT, "a.txt", with("line 5", "fünf\n"));
    String second = hunks().stream().map(Hunk::id).filter(it -> !it.equals(first)).findAny().get();
    assertThatThrownBy(() -> review.accept(List.of(first)))
        .isInstanceOfSatisfying(
            ReviewException.class,
            conflict -> {
              assertThat(conflict.kind()).isEqualTo(ReviewException.Kind.CONFLICT);
              assertThat(conflict).hasMessageContaining("reject " + second + " first");
            });
    review.reject(List.of(second));
    review.accept(List.of(first));
    assertThat(project.text("a.txt")).isEqualTo(with("line 5", "FIVE\n"));
  }

  @Test
  void aNewRunOfTheAgentLeavesDecidedHunksAlone() throws Exception {
    project.editing.beginPrompt("first");
    project.write(AGENT, "a.txt", with("line 5", "FIVE\n"));
    review.accept(List.of(id(0)));
    String first = id(0);
    project.editing.beginPrompt("second");
    project.write(AGENT, "a.txt", with("line 5", "FIVE\n", "line 6", "SIX\n"));
    assertThat(hunks()).extracting(Hunk::id).contains(first).hasSize(2);
    assertThat(statuses()).containsExactly(Hunk.Status.ACCEPTED, Hunk.Status.PENDING);
  }

  @Test
  void editsAreNamedInTheirHunks() throws Exception {
    String hash = "sha256:" + Sha256.of("line 5");
    var edits =
        new LineEdits(
            List.of(
                new ProposedEdit(
                    "e_1", "a.txt", ProposedEdit.Operation.REPLACE, 5, 5, "FIVE", hash, "why"),
                new ProposedEdit(
                    "e_2",
                    "a.txt",
                    ProposedEdit.Operation.DELETE,
                    30,
                    31,
                    "",
                    "sha256:" + Sha256.of("line 30\nline 31"),
                    "why")));
    Plan planned = edits.plan(project.editing);
    project.editing.commit(planned.transaction(), AGENT);
    assertThat(hunks()).extracting(Hunk::editIds).containsExactly(List.of("e_1"), List.of("e_2"));
    Json.Obj file = review.bundle().toJson().objects("files").getFirst();
    assertThat(file.string("base_file_hash")).isEqualTo("sha256:" + Sha256.of(lines(40)));
    Json.Obj hunk = file.objects("hunks").getFirst();
    assertThat(hunk.members().keySet())
        .containsExactly(
            "hunk_id", "kind", "origin", "patch", "accepted", "edit_ids", "change_ids");
    assertThat(hunk.get("accepted")).isEqualTo(Json.Null.VALUE);
    assertThat(hunk.get("edit_ids")).isEqualTo(Json.strings(List.of("e_1")));
  }

  @Test
  void filesAreAcceptedAndRejectedWhole() throws Exception {
    project.disk("b.txt", "b\n");
    project.write(AGENT, "a.txt", with("line 5", "FIVE\n", "line 20", "TWENTY\n"));
    project.write(AGENT, "b.txt", "B\n");
    assertThat(review.acceptFile("a.txt")).hasSize(2);
    assertThat(review.rejectFile("b.txt")).hasSize(1);
    ApplyResult applied = review.apply(Review.Rest.PENDING);
    assertThat(applied.files())
        .containsExactly(
            new ApplyResult.File("a.txt", 2, 0, 0, 0), new ApplyResult.File("b.txt", 0, 1, 0, 0));
    assertThat(project.disk("b.txt")).isEqualTo("b\n");
    assertThatThrownBy(() -> review.acceptFile("a.txt")).hasMessageContaining("a.txt");
  }

  @Test
  void whatAPersonWroteIsRecordedAsTheirs() throws Exception {
    project.disk("b.txt", "b\n");
    project.write(AGENT, "a.txt", with("line 5", "FIVE\n"));
    project.write(USER, "a.txt", with("line 5", "FIVE\n", "line 20", "TWENTY\n"));
    project.write(USER, "b.txt", "B\n");
    review.acceptAll();
    assertThat(review.apply(Review.Rest.PENDING).changes())
        .extracting(change -> change.by().origin())
        .containsExactly(Origin.AGENT, Origin.USER);
  }

  @Test
  void theLogTellsWhatHasBecomeOfEachChange() throws Exception {
    project.write(AGENT, "a.txt", with("line 5", "FIVE\n"));
    project.write(AGENT, "a.txt", with("line 5", "FIVE\n", "line 20", "TWENTY\n"));
    project.write(AGENT, "a.txt", with("line 5", "fünf\n", "line 20", "TWENTY\n"));
    review.reject(List.of(id(1)));
    project.write(USER, "a.txt", with("line 5", "fünf\n", "line 30", "THIRTY\n"));
    Map<StagedChange, StagedChange.Status> log = review.log("a.txt");
    assertThat(log.values())
        .containsExactly(
            StagedChange.Status.PENDING,
            StagedChange.Status.REJECTED,
            StagedChange.Status.PENDING,
            StagedChange.Status.PENDING);
    StagedChange first = log.keySet().iterator().next();
    assertThat(first.fileHashBefore()).isEqualTo(Sha256.of(lines(40)));
    assertThat(first.forwardPatch()).isEqualTo("@@ -5 +5 @@\n-line 5\n+FIVE\n");
    assertThat(first.reversePatch()).isEqualTo("@@ -5 +5 @@\n-FIVE\n+line 5\n");
  }

  @Test
  void unknownAndAppliedHunksAreRefused() throws Exception {
    project.write(AGENT, "a.txt", with("line 5", "FIVE\n", "line 20", "TWENTY\n"));
    String applied = id(0);
    review.accept(List.of(applied));
    review.apply(Review.Rest.PENDING);
    assertThatThrownBy(() -> review.reject(List.of(applied)))
        .isInstanceOfSatisfying(
            ReviewException.class,
            refused -> assertThat(refused.kind()).isEqualTo(ReviewException.Kind.APPLIED));
    assertThatThrownBy(() -> review.accept(List.of("h_nothing")))
        .hasMessage("there is no hunk h_nothing to review");
  }

  @Test
  void aDamagedStateIsRefused() throws Exception {
    project.write(AGENT, "a.txt", with("line 5", "FIVE\n"));
    review.reject(List.of(id(0)));
    String text = project.editing.toJson().compact();
    for (String damaged :
        List.of(
            text.replace("line 7\\nline 8", "line 8"),
            text.replace("[\"line 5\\n\"]", "[\"line 6\\n\"]"),
            text.replace("\"start\":4", "\"start\":400"),
            text.replace("\"rejected\"", "\"perhaps\""),
            text.replace("\"decisions\":{\"h_", "\"decisions\":{\"h_x"),
            text.replace("\"format\":1", "\"format\":3"))) {
      assertThat(damaged).isNotEqualTo(text);
      assertThatThrownBy(
              () ->
                  StagedEditing.fromJson(
                      project.workspace, project.journal, HunkGuard.DEFAULT, Json.parse(damaged)))
          .isInstanceOf(JsonException.class);
    }
  }

  @Test
  void anApplyWhoseEndWasNotStoredIsRepeatedWithoutHarm() throws Exception {
    project.disk("b.txt", "b\n");
    project.disk("c.txt", "c\n");
    project.write(AGENT, "a.txt", with("line 5", "FIVE\n", "line 20", "TWENTY\n"));
    project.move(AGENT, "b.txt", "d.txt", "b\n");
    project.delete(AGENT, "c.txt");
    project.write(AGENT, "e.txt", "e\n");
    review.acceptAll();
    review.reset(List.of(id(1)));
    Json stored = project.editing.toJson();
    review.apply(Review.Rest.PENDING);
    Map<String, String> tree = project.tree();
    List<Change> changes = project.journal.changes();

    var restarted =
        StagedEditing.fromJson(project.workspace, project.journal, HunkGuard.DEFAULT, stored);
    ApplyResult applied = restarted.review().apply(Review.Rest.PENDING);
    assertThat(applied.files()).extracting(ApplyResult.File::applied).containsExactly(1, 1, 1, 1);
    assertThat(applied.changes()).isEmpty();
    assertThat(project.tree()).isEqualTo(tree);
    assertThat(project.journal.changes()).isEqualTo(changes);
    assertThat(restarted.review().bundle()).isEqualTo(project.review().bundle());
  }

  @Test
  void aMovedFileThatIsGoneIsAConflict() throws Exception {
    project.move(AGENT, "a.txt", "b.txt", lines(40));
    review.acceptAll();
    Files.delete(project.root.resolve("a.txt"));
    assertThatThrownBy(() -> review.apply(Review.Rest.PENDING))
        .hasMessage("a.txt is gone, but was there when it was staged");
    assertThat(project.tree()).isEmpty();
    assertThat(project.text("b.txt")).isEqualTo(lines(40));
  }

  @Test
  void aConflictingFileCanBeDiscarded() throws Exception {
    project.write(AGENT, "a.txt", with("line 5", "FIVE\n"));
    project.write(AGENT, "b.txt", "b\n");
    review.acceptAll();
    project.disk("a.txt", "outside\n");
    assertThatThrownBy(() -> review.apply(Review.Rest.PENDING))
        .hasMessage("a.txt has changed on the disk since it was staged");
    assertThat(Files.exists(project.root.resolve("b.txt"))).isFalse();
    review.discard("a.txt");
    assertThat(project.text("a.txt")).isEqualTo("outside\n");
    review.apply(Review.Rest.PENDING);
    assertThat(project.tree()).isEqualTo(Map.of("a.txt", "outside\n", "b.txt", "b\n"));
  }
}
