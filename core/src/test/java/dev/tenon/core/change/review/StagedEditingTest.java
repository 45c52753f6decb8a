package dev.tenon.core.change.review;

import static dev.tenon.core.change.review.StagedProject.AGENT;
import static dev.tenon.core.change.review.StagedProject.USER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.core.change.journal.CommitException;
import dev.tenon.core.change.journal.Undo;
import dev.tenon.core.change.weave.Hunk;
import dev.tenon.core.edit.FileChange;
import dev.tenon.core.edit.FileState;
import dev.tenon.core.edit.Transaction;
import dev.tenon.core.edit.match.ExactEdit;
import dev.tenon.core.text.Sha256;
import dev.tenon.core.workspace.Snapshot;
import dev.tenon.core.workspace.path.FileBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StagedEditingTest {
  @TempDir Path temporary;
  private StagedProject project;

  @BeforeEach
  void open() throws Exception {
    project = new StagedProject(temporary);
  }

  @Test
  void nothingReachesTheDiskBeforeItIsApplied() throws Exception {
    project.disk("a.txt", "one\ntwo\nthree\n");
    project.write(AGENT, "a.txt", "one\nTWO\nthree\n");
    project.write(AGENT, "new/b.txt", "hello\n");
    assertThat(project.text("a.txt")).isEqualTo("one\nTWO\nthree\n");
    assertThat(project.text("new/b.txt")).isEqualTo("hello\n");
    assertThat(project.tree()).isEqualTo(Map.of("a.txt", "one\ntwo\nthree\n"));

    project.review().acceptAll();
    assertThat(project.tree()).isEqualTo(Map.of("a.txt", "one\ntwo\nthree\n"));
    ApplyResult applied = project.review().apply(Review.Rest.PENDING);
    assertThat(project.tree())
        .isEqualTo(Map.of("a.txt", "one\nTWO\nthree\n", "new/b.txt", "hello\n"));
    assertThat(applied.files())
        .containsExactly(
            new ApplyResult.File("a.txt", 1, 0, 0, 0),
            new ApplyResult.File("new/b.txt", 1, 0, 0, 0));
    assertThat(applied.changes()).isEqualTo(project.journal.changes()).hasSize(2);
    assertThat(project.review().bundle().files()).isEmpty();

    new Undo(project.journal).undo(applied.changes());
    assertThat(project.tree()).isEqualTo(Map.of("a.txt", "one\ntwo\nthree\n"));
  }

  @Test
  void readsSeeTheBuffers() throws Exception {
    project.disk("a.txt", "one\n");
    project.disk("b.txt", "two\n");
    project.disk("c.txt", "three\n");
    project.write(AGENT, "a.txt", "ONE\n");
    project.delete(AGENT, "b.txt");
    project.move(AGENT, "c.txt", "d.txt", "three\n");
    assertThat(project.editing.current("b.txt")).isEqualTo(new FileState.Missing("b.txt"));
    assertThat(project.editing.current("c.txt")).isEqualTo(new FileState.Missing("c.txt"));
    assertThat(project.text("d.txt")).isEqualTo("three\n");
    assertThat(project.editing.snapshot(project.root.resolve("a.txt")))
        .map(Snapshot::sha256)
        .contains(Sha256.of("ONE\n"));
    assertThat(project.editing.snapshot(project.root.resolve("b.txt"))).isEmpty();
    Map<Path, Optional<FileBuffer>> unsaved = project.editing.view().staged();
    assertThat(unsaved.keySet())
        .containsExactlyInAnyOrder(
            project.root.resolve("a.txt"),
            project.root.resolve("b.txt"),
            project.root.resolve("c.txt"),
            project.root.resolve("d.txt"));
    assertThat(unsaved.get(project.root.resolve("c.txt"))).isEmpty();
    assertThat(unsaved.get(project.root.resolve("d.txt"))).isPresent();
  }

  @Test
  void theModelKnowsItsOwnEditsAndNotThoseOfThePerson() throws Exception {
    project.disk("a.txt", "one\n");
    project.write(AGENT, "a.txt", "two\n");
    assertThat(project.editing.remembered("a.txt"))
        .extracting(FileState.Existing::text)
        .containsExactly("two\n");
    project.write(USER, "a.txt", "three\n");
    assertThat(project.editing.remembered("a.txt"))
        .extracting(FileState.Existing::text)
        .containsExactly("two\n");
    assertThat(project.text("a.txt")).isEqualTo("three\n");
  }

  @Test
  void aDialectPlansOnTheBuffer() throws Exception {
    project.disk("a.txt", "one\r\ntwo\r\n");
    var first = new ExactEdit("a.txt", "one", "ONE", ExactEdit.Occurrences.ONE);
    project.editing.commit(first.plan(project.editing).transaction(), AGENT);
    var second = new ExactEdit("a.txt", "ONE\ntwo", "ONE\nTWO", ExactEdit.Occurrences.ONE);
    project.editing.commit(second.plan(project.editing).transaction(), AGENT);
    assertThat(project.text("a.txt")).isEqualTo("ONE\nTWO\n");
    project.review().acceptAll();
    project.review().apply(Review.Rest.PENDING);
    assertThat(project.disk("a.txt")).isEqualTo("ONE\r\nTWO\r\n");
  }

  @Test
  void aStaleBaseIsRefusedAndNothingOfTheTransactionIsStaged() throws Exception {
    project.disk("a.txt", "one\n");
    project.disk("b.txt", "two\n");
    FileState.Existing old = project.file("a.txt");
    project.write(USER, "a.txt", "mine\n");
    assertThatThrownBy(
            () ->
                project.commit(
                    AGENT,
                    new FileChange.Create("c.txt", "c\n"),
                    new FileChange.Delete(project.file("b.txt")),
                    new FileChange.Update(old, "theirs\n")))
        .isInstanceOfSatisfying(
            CommitException.class,
            stale -> assertThat(stale.kind()).isEqualTo(CommitException.Kind.STALE));
    assertThat(project.text("a.txt")).isEqualTo("mine\n");
    assertThat(project.text("b.txt")).isEqualTo("two\n");
    assertThat(project.editing.current("c.txt")).isInstanceOf(FileState.Missing.class);
  }

  @Test
  void deletesCreatesAndMovesAreHunks() throws Exception {
    project.disk("gone.txt", "x\ny\n");
    project.disk("old.txt", lines(30));
    Files.setPosixFilePermissions(
        project.root.resolve("old.txt"), PosixFilePermissions.fromString("rwxr-x---"));
    project.delete(AGENT, "gone.txt");
    project.move(AGENT, "old.txt", "sub/new.txt", lines(30).replace("line 20\n", "LINE 20\n"));
    project.write(AGENT, "empty.txt", "");
    DiffBundle bundle = project.review().bundle();
    assertThat(bundle.files())
        .extracting(DiffBundle.FileDiff::path)
        .containsExactly("empty.txt", "gone.txt", "old.txt");
    assertThat(bundle.files().get(2).target()).isEqualTo("sub/new.txt");
    assertThat(bundle.hunks())
        .extracting(Hunk::kind)
        .containsExactly(Hunk.Kind.CREATE, Hunk.Kind.DELETE, Hunk.Kind.MOVE, Hunk.Kind.EDIT);
    assertThat(bundle.hunks().get(1).patch()).isEqualTo("@@ -1,2 +0,0 @@\n-x\n-y\n");

    // The edit without the move: it happens where the file is.
    Hunk edit = bundle.hunks().get(3);
    project.review().select(Set.of(edit.id(), bundle.hunks().get(0).id()));
    project.review().apply(Review.Rest.DROPPED);
    assertThat(project.tree())
        .isEqualTo(
            Map.of(
                "gone.txt", "x\ny\n",
                "old.txt", lines(30).replace("line 20\n", "LINE 20\n"),
                "empty.txt", ""));
    assertThat(Files.getPosixFilePermissions(project.root.resolve("old.txt")))
        .isEqualTo(PosixFilePermissions.fromString("rwxr-x---"));
  }

  @Test
  void movesAndDeletesAreApplied() throws Exception {
    project.disk("gone.txt", "x\n");
    project.disk("old.txt", "text\n");
    project.delete(AGENT, "gone.txt");
    project.move(AGENT, "old.txt", "gone.txt", "text\n");
    project.write(AGENT, "old.txt", "again\n");
    project.review().acceptAll();
    project.review().apply(Review.Rest.PENDING);
    assertThat(project.tree()).isEqualTo(Map.of("gone.txt", "text\n", "old.txt", "again\n"));
  }

  @Test
  void aFileMayTakeThePathWhereAnotherOneBegan() throws Exception {
    project.write(AGENT, "a.txt", "first\n");
    project.move(AGENT, "a.txt", "b.txt", "first\n");
    project.write(USER, "a.txt", "second\n");
    project.review().acceptFile("a.txt");
    project.review().apply(Review.Rest.PENDING);
    assertThat(project.tree()).isEqualTo(Map.of("a.txt", "second\n"));
    project.review().acceptAll();
    project.review().apply(Review.Rest.PENDING);
    assertThat(project.tree()).isEqualTo(Map.of("a.txt", "second\n", "b.txt", "first\n"));
  }

  @Test
  void aFileThatMovesIntoThePlaceOfAnotherNeedsThatToGo() throws Exception {
    project.disk("a.txt", "a\n");
    project.disk("b.txt", "b\n");
    project.delete(AGENT, "b.txt");
    project.move(AGENT, "a.txt", "b.txt", "a\n");
    DiffBundle bundle = project.review().bundle();
    Hunk move = bundle.hunks().stream().filter(h -> h.kind() == Hunk.Kind.MOVE).findAny().get();
    Hunk delete = bundle.hunks().stream().filter(h -> h.kind() == Hunk.Kind.DELETE).findAny().get();
    assertThat(move.requires()).containsExactly(delete.id());
    assertThat(project.review().reject(List.of(delete.id())))
        .containsExactlyInAnyOrder(delete.id(), move.id());
    assertThat(project.text("a.txt")).isEqualTo("a\n");
    assertThat(project.text("b.txt")).isEqualTo("b\n");
  }

  @Test
  void whatIsTakenBackInTheSameRunIsNotSeen() throws Exception {
    project.disk("a.txt", "one\ntwo\n");
    project.write(AGENT, "a.txt", "one\nTWO\n");
    project.write(AGENT, "a.txt", "one\ntwo\n");
    project.write(AGENT, "b.txt", "b\n");
    project.delete(AGENT, "b.txt");
    assertThat(project.review().bundle().files()).isEmpty();
    assertThat(project.editing.view().staged()).isEmpty();
  }

  @Test
  void bytesSurviveAByteOrderMarkAndMixedEndings() throws Exception {
    String text = "\uFEFFone\r\ntwo\nthree\r\n\rfour";
    project.disk("a.txt", text);
    project.write(AGENT, "a.txt", "one\nzwei\nthree\n\rfour\nfive");
    project.review().rejectAll();
    assertThat(project.file("a.txt").sha256()).isEqualTo(Sha256.of(text));
    project.review().undo();
    project.review().acceptAll();
    project.review().apply(Review.Rest.PENDING);
    assertThat(Files.readAllBytes(project.root.resolve("a.txt")))
        .isEqualTo("\uFEFFone\r\nzwei\nthree\r\n\rfour\r\nfive".getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void pathsOutsideAreDenied() throws Exception {
    assertThatThrownBy(
            () ->
                project.editing.commit(
                    new Transaction(List.of(new FileChange.Create("../x.txt", "x"))), AGENT))
        .isInstanceOfSatisfying(
            CommitException.class,
            denied -> assertThat(denied.kind()).isEqualTo(CommitException.Kind.DENIED));
  }

  static String lines(int count) {
    var out = new StringBuilder();
    for (int i = 1; i <= count; i++) {
      out.append("line ").append(i).append('\n');
    }
    return out.toString();
  }
}
