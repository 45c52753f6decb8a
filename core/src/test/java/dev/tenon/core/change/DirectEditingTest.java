package dev.tenon.core.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.core.change.journal.Attribution;
import dev.tenon.core.change.journal.Commit;
import dev.tenon.core.change.journal.Origin;
import dev.tenon.core.edit.FileChange;
import dev.tenon.core.edit.FileState;
import dev.tenon.core.edit.FileStates;
import dev.tenon.core.edit.PlanException;
import dev.tenon.core.edit.PlanFailure;
import dev.tenon.core.edit.Transaction;
import dev.tenon.core.text.Sha256;
import dev.tenon.core.workspace.Workspace;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DirectEditingTest {
  private static final Attribution AGENT = new Attribution(Origin.AGENT, "edit_file", "call-1");

  @TempDir Path temporary;
  private Path root;
  private Workspace workspace;
  private Editing editing;

  @BeforeEach
  void open() throws Exception {
    root = Files.createDirectory(temporary.resolve("project"));
    workspace = Workspace.open(root);
    editing =
        new DirectEditing(
            workspace, ProjectJournal.open(temporary.resolve("state"), workspace, "s1"));
  }

  @Test
  void aCommitIsOnTheDiskAndKnown() throws Exception {
    Files.writeString(root.resolve("a.txt"), "one\r\ntwo\r\n");
    Files.writeString(root.resolve("b.txt"), "b\n");
    Commit committed =
        editing.commit(
            new Transaction(
                List.of(
                    new FileChange.Update(file("a.txt"), "one\nTWO\n"),
                    new FileChange.Move(file("b.txt"), "c/b.txt", "b\nb\n"),
                    new FileChange.Create("d.txt", "d\n"))),
            AGENT);
    assertThat(Files.readString(root.resolve("a.txt"))).isEqualTo("one\r\nTWO\r\n");
    assertThat(committed.files())
        .extracting(Commit.File::path)
        .containsExactly("a.txt", "c/b.txt", "d.txt");
    for (Commit.File file : committed.files()) {
      FileState.Existing now = (FileState.Existing) editing.current(file.path());
      assertThat(now.version()).isEqualTo(file.version());
      assertThat(now.sha256()).isEqualTo(sha(file.path()));
      assertThat(editing.remembered(file.path())).first().isEqualTo(now);
    }
    assertThat(editing.current("b.txt")).isEqualTo(new FileState.Missing("b.txt"));
    assertThat(editing.view().staged()).isEmpty();
  }

  @Test
  void readingForAPlanIsNotKnowing() throws Exception {
    Files.writeString(root.resolve("a.txt"), "one\n");
    FileState.Existing now = (FileState.Existing) editing.current("a.txt");
    assertThat(now.text()).isEqualTo("one\n");
    assertThat(editing.remembered("a.txt")).isEmpty();
    workspace.saw(workspace.snapshot(root.resolve("a.txt")));
    assertThat(editing.remembered("a.txt")).containsExactly(now);
  }

  @Test
  void whatAPersonWritesTheModelDoesNotKnow() throws Exception {
    Files.writeString(root.resolve("a.txt"), "one\n");
    editing.commit(
        new Transaction(List.of(new FileChange.Update(file("a.txt"), "two\n"))),
        Attribution.user("editor"));
    assertThat(editing.remembered("a.txt")).isEmpty();
  }

  @Test
  void whatCannotBeEditedIsDeniedWithTheReason() throws Exception {
    Files.write(root.resolve("binary"), new byte[] {0, 1, 2, 0});
    Files.write(root.resolve("latin.txt"), "gr\u00fc\u00df".getBytes(StandardCharsets.ISO_8859_1));
    Files.createDirectory(root.resolve("folder"));
    for (String path : List.of("binary", "latin.txt", "folder", "../x", "/etc/passwd")) {
      assertThatThrownBy(() -> editing.current(path))
          .isInstanceOfSatisfying(
              PlanException.class,
              denied -> assertThat(denied.failure().code()).isEqualTo(PlanFailure.Code.DENIED));
    }
    assertThatThrownBy(() -> editing.current("latin.txt")).hasMessageContaining("convert it");
  }

  private FileState.Existing file(String path) throws Exception {
    return FileStates.onDisk(root, path);
  }

  private String sha(String path) throws Exception {
    return Sha256.of(Files.readAllBytes(root.resolve(path)));
  }
}
