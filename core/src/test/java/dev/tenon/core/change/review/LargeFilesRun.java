package dev.tenon.core.change.review;

import dev.tenon.core.change.DirectEditing;
import dev.tenon.core.change.Editing;
import dev.tenon.core.change.ProjectJournal;
import dev.tenon.core.change.journal.Attribution;
import dev.tenon.core.change.journal.Journal;
import dev.tenon.core.change.journal.Origin;
import dev.tenon.core.change.journal.Undo;
import dev.tenon.core.change.weave.Hunk;
import dev.tenon.core.change.weave.HunkGuard;
import dev.tenon.core.edit.FileChange;
import dev.tenon.core.edit.FileState;
import dev.tenon.core.edit.Transaction;
import dev.tenon.core.text.FileBytes;
import dev.tenon.core.text.Sha256;
import dev.tenon.core.workspace.ReadLimits;
import dev.tenon.core.workspace.Workspace;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What can be done with files that do not fit into the memory of this program: it runs with less
/// than one of them has.
final class LargeFilesRun {
  private static final Attribution AGENT = new Attribution(Origin.AGENT, "embedder", "call");

  private LargeFilesRun() {}

  public static void main(String[] arguments) throws Exception {
    Path root = Path.of(arguments[0]);
    FileBytes other = FileBytes.ofFile(Path.of(arguments[2]));
    Workspace workspace = Workspace.open(root);
    Journal journal = ProjectJournal.open(Path.of(arguments[1]), workspace, "session");
    Map<String, String> before = tree(root);
    boolean staged = arguments[3].equals("staged");
    var reviewed = new StagedEditing(workspace, journal);
    Editing editing = staged ? reviewed : new DirectEditing(workspace, journal);
    require(
        workspace
            .view()
            .read("text.log:100-110", ReadLimits.DEFAULT)
            .toString()
            .contains("version=1"),
        "a range of a large text has a version");
    editing.commit(
        new Transaction(
            List.of(
                FileChange.Bytes.replace("a.bin", sha256(editing, "a.bin"), other),
                FileChange.Bytes.move("b.bin", sha256(editing, "b.bin"), "sub/b.bin"),
                FileChange.Bytes.delete("text.log", sha256(editing, "text.log")),
                FileChange.Bytes.create("new.bin", other))),
        AGENT);
    if (staged) {
      require(tree(root).equals(before), "staged files are not written");
      for (Hunk hunk : reviewed.review().bundle().hunks()) {
        System.out.println(hunk.kind() + " " + hunk.description());
      }
      reviewed = StagedEditing.fromJson(workspace, journal, HunkGuard.DEFAULT, reviewed.toJson());
      require(
          reviewed.view().bytes(root.resolve("small"), 100).length == 5, "others are to be seen");
      reviewed.review().acceptAll();
      reviewed.review().apply(Review.Rest.PENDING);
    }
    Map<String, String> after = tree(root);
    require(after.get("a.bin").equals(other.sha256()), "replaced");
    require(after.get("sub/b.bin").equals(before.get("b.bin")), "moved");
    require(!after.containsKey("text.log") && !after.containsKey("b.bin"), "deleted");
    var undo = new Undo(journal);
    require(undo.undo(journal.changes()).conflicts().isEmpty(), "no conflict");
    require(tree(root).equals(before), "undone");
    undo.redo();
    require(tree(root).equals(after), "done again");
    System.out.println("done");
  }

  private static String sha256(Editing editing, String path) throws Exception {
    return ((FileState.Whole) editing.whole(path)).sha256();
  }

  private static void require(boolean holds, String what) {
    if (!holds) {
      throw new AssertionError("not so: " + what);
    }
  }

  private static Map<String, String> tree(Path root) throws IOException {
    var tree = new TreeMap<String, String>();
    try (var files = Files.walk(root)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        MessageDigest digest = Sha256.digest();
        byte[] piece = new byte[1 << 16];
        try (InputStream in = Files.newInputStream(file)) {
          for (int n = in.read(piece); n > 0; n = in.read(piece)) {
            digest.update(piece, 0, n);
          }
        }
        tree.put(root.relativize(file).toString(), Sha256.hex(digest.digest()));
      }
    }
    return tree;
  }
}
