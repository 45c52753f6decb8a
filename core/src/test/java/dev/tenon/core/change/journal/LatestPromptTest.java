package dev.tenon.core.change.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.change.ProjectJournal;
import dev.tenon.core.edit.FileChange;
import dev.tenon.core.edit.FileState;
import dev.tenon.core.edit.FileStates;
import dev.tenon.core.edit.Transaction;
import dev.tenon.core.workspace.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the latest prompt means to whoever takes it back, and what is told of files that need
/// nothing.
class LatestPromptTest {
  private static final Attribution AGENT = new Attribution(Origin.AGENT, "edit_file", "call-1");

  @TempDir Path temporary;

  private Path root;
  private Path state;

  @BeforeEach
  void folders() throws IOException {
    root = Files.createDirectory(temporary.resolve("project"));
    state = temporary.resolve("state");
  }

  @Test
  void theLatestPromptIsOneInWhichMoreHappenedThanHooksDo() throws Exception {
    Attribution hook = new Attribution(Origin.HOOK, "UserPromptSubmit", null);
    Journal journal = open();
    journal.beginPrompt("first");
    journal.commit(new Transaction(List.of(new FileChange.Create("log", "1\n"))), hook);
    assertThat(new Undo(journal).latest()).extracting(Change::path).containsExactly("log");
    journal.commit(new Transaction(List.of(new FileChange.Create("a.txt", "one\n"))), AGENT);
    journal.beginPrompt("second");
    journal.commit(new Transaction(List.of(new FileChange.Create("log-2", "2\n"))), hook);
    assertThat(new Undo(journal).latest()).extracting(Change::path).containsExactly("log", "a.txt");
  }

  /// What came and went in between was never something else.
  @Test
  void whatSomebodyElseHasBroughtBackIsNamed() throws Exception {
    write("a.txt", "1\n");
    Journal journal = open();
    journal.beginPrompt("first");
    update(journal, "a.txt", "one\n");
    for (String name : List.of("new.txt", "gone.txt", "kept.txt")) {
      journal.commit(new Transaction(List.of(new FileChange.Create(name, "hello\n"))), AGENT);
    }
    journal.commit(new Transaction(List.of(new FileChange.Delete(file("gone.txt")))), AGENT);
    write("a.txt", "1\n");
    Files.delete(root.resolve("new.txt"));

    Undo.Report report = new Undo(journal).undoLatestPrompt();

    assertThat(report.changes()).extracting(Change::path).containsExactly("kept.txt");
    assertThat(report.conflicts()).isEmpty();
    assertThat(report.asBefore()).containsExactlyInAnyOrder("a.txt", "new.txt");
    assertThat(tree()).isEqualTo(Map.of("a.txt", "1\n"));
  }

  private Change update(Journal journal, String path, String text) throws Exception {
    return journal
        .commit(new Transaction(List.of(new FileChange.Update(file(path), text))), AGENT)
        .getFirst();
  }

  private Journal open() throws IOException, CommitException {
    return ProjectJournal.open(state, Workspace.open(root), "session");
  }

  private void write(String path, String text) throws IOException {
    Files.writeString(root.resolve(path), text);
  }

  private FileState.Existing file(String path) throws IOException {
    return FileStates.onDisk(root, path);
  }

  private Map<String, String> tree() throws IOException {
    var tree = new TreeMap<String, String>();
    try (var files = Files.walk(root)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        tree.put(root.relativize(file).toString(), Files.readString(file));
      }
    }
    return tree;
  }
}
