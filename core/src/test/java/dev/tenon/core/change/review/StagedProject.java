package dev.tenon.core.change.review;

import dev.tenon.core.change.ProjectJournal;
import dev.tenon.core.change.journal.Attribution;
import dev.tenon.core.change.journal.Commit;
import dev.tenon.core.change.journal.CommitException;
import dev.tenon.core.change.journal.Journal;
import dev.tenon.core.change.journal.Origin;
import dev.tenon.core.change.weave.HunkGuard;
import dev.tenon.core.edit.FileChange;
import dev.tenon.core.edit.FileState;
import dev.tenon.core.edit.PlanException;
import dev.tenon.core.edit.Transaction;
import dev.tenon.core.json.Json;
import dev.tenon.core.text.FileBytes;
import dev.tenon.core.workspace.Snapshot;
import dev.tenon.core.workspace.Workspace;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// A project on a real disk with a staged editing in front of it.
final class StagedProject {
  static final Attribution AGENT = new Attribution(Origin.AGENT, "edit_file", "call-1");
  static final Attribution USER = Attribution.user("editor");

  final Path root;
  final Workspace workspace;
  final Journal journal;
  StagedEditing editing;

  private final HunkGuard guard;

  StagedProject(Path folder) throws IOException, CommitException {
    this(folder, HunkGuard.DEFAULT);
  }

  StagedProject(Path folder, HunkGuard guard) throws IOException, CommitException {
    this.guard = guard;
    root = Files.createDirectories(folder.resolve("project"));
    workspace = Workspace.open(root);
    journal = ProjectJournal.open(folder.resolve("state"), workspace, "s1");
    editing = new StagedEditing(workspace, journal, guard);
  }

  Review review() {
    return editing.review();
  }

  void disk(String path, String text) throws IOException {
    Path file = root.resolve(path);
    Files.createDirectories(file.getParent());
    Files.write(file, text.getBytes(StandardCharsets.UTF_8));
  }

  String disk(String path) throws IOException {
    return Files.readString(root.resolve(path));
  }

  /// All files on the disk.
  Map<String, String> tree() throws IOException {
    var tree = new TreeMap<String, String>();
    try (var files = Files.walk(root)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        tree.put(root.relativize(file).toString(), Files.readString(file));
      }
    }
    return tree;
  }

  FileState.Existing file(String path) throws PlanException {
    return editing.current(path) instanceof FileState.Existing file
        ? file
        : fail("no file " + path);
  }

  private static FileState.Existing fail(String message) {
    throw new AssertionError(message);
  }

  String text(String path) throws PlanException {
    return file(path).text();
  }

  Commit commit(Attribution by, FileChange... changes) throws CommitException, IOException {
    return editing.commit(new Transaction(List.of(changes)), by);
  }

  /// Gives a file another text, whether it exists or not.
  Commit write(Attribution by, String path, String text) throws Exception {
    return switch (editing.current(path)) {
      case FileState.Missing missing -> commit(by, new FileChange.Create(path, text));
      case FileState.Whole file -> throw file.refused();
      case FileState.Existing file -> commit(by, new FileChange.Update(file, text));
    };
  }

  /// Gives a file these bytes, whether it exists or not; null deletes it.
  Commit write(Attribution by, String path, byte @Nullable [] bytes) throws Exception {
    Snapshot now = editing.snapshot(root.resolve(path)).orElse(null);
    FileBytes content = bytes == null ? null : FileBytes.of(bytes);
    return commit(by, new FileChange.Bytes(path, now == null ? null : now.sha256(), null, content));
  }

  void disk(String path, byte[] bytes) throws IOException {
    Path file = root.resolve(path);
    Files.createDirectories(file.getParent());
    Files.write(file, bytes);
  }

  void delete(Attribution by, String path) throws Exception {
    commit(by, new FileChange.Delete(file(path)));
  }

  void move(Attribution by, String path, String target, String text) throws Exception {
    commit(by, new FileChange.Move(file(path), target, text));
  }

  /// Goes through the JSON form, as a restart does.
  void reload() throws Exception {
    String text = editing.toJson().compact();
    editing = StagedEditing.fromJson(workspace, journal, guard, Json.parse(text));
  }
}
