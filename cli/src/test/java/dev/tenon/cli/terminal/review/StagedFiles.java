package dev.tenon.cli.terminal.review;

import dev.tenon.core.change.ProjectJournal;
import dev.tenon.core.change.journal.Attribution;
import dev.tenon.core.change.journal.Journal;
import dev.tenon.core.change.journal.Origin;
import dev.tenon.core.change.review.StagedEditing;
import dev.tenon.core.edit.FileChange;
import dev.tenon.core.edit.FileState;
import dev.tenon.core.edit.Transaction;
import dev.tenon.core.text.FileBytes;
import dev.tenon.core.workspace.Workspace;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// A project on a real disk with edits that wait for a decision.
public final class StagedFiles {
  private static final Attribution AGENT = new Attribution(Origin.AGENT, "edit_file", "call");

  public final Path root;
  public final Journal journal;
  public final StagedEditing editing;

  public StagedFiles(Path folder) throws Exception {
    root = Files.createDirectories(folder.toRealPath().resolve("project"));
    var workspace = Workspace.open(root);
    journal = ProjectJournal.open(folder.resolve("state"), workspace, "one");
    editing = new StagedEditing(workspace, journal);
  }

  /// Puts a file on the disk, and stages another text for it.
  public StagedFiles edit(String path, String before, String after) throws Exception {
    Path file = root.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, before);
    var state = (FileState.Existing) editing.current(path);
    stage(new FileChange.Update(state, after));
    return this;
  }

  public StagedFiles stage(FileChange change) throws Exception {
    editing.commit(new Transaction(List.of(change)), AGENT);
    return this;
  }

  public StagedFiles create(String path, String text) throws Exception {
    return stage(new FileChange.Create(path, text));
  }

  public StagedFiles create(String path, byte[] bytes) throws Exception {
    return stage(FileChange.Bytes.create(path, FileBytes.of(bytes)));
  }

  public FileState.Existing file(String path) throws Exception {
    return (FileState.Existing) editing.current(path);
  }

  public ReviewModel model() {
    return new ReviewModel(editing);
  }

  /// `line 1` to `line N`, those with these numbers in capitals.
  public static String lines(int count, Integer... changed) {
    var out = new StringBuilder();
    for (int i = 1; i <= count; i++) {
      out.append(List.of(changed).contains(i) ? "LINE " : "line ").append(i).append('\n');
    }
    return out.toString();
  }
}
