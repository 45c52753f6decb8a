package dev.tenon.engine.layer;

import dev.tenon.core.change.journal.Content;
import dev.tenon.core.change.journal.FileImage;
import dev.tenon.core.change.layer.LayerFile;
import dev.tenon.core.exec.sandbox.RecursiveDelete;
import dev.tenon.core.text.FileMode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Puts what a helper did on a branch of its own, by plumbing alone: index, stash, hooks and the
/// checked-out files of the person stay as they are. Where the helper saw files that were not
/// committed, a commit with these comes first, so that the last one shows the helper's work and
/// nothing else.
final class LayerBranch {
  private final Path root;

  /// @param root of the project, which may lie deep in a repository
  LayerBranch(Path root) {
    this.root = root;
  }

  /// @param left what cannot be on the branch, because it belongs to a repository inside
  record Result(String branch, String commit, List<String> left) {}

  Result commit(String id, List<LayerFile> files) throws IOException, InterruptedException {
    Path own = Files.createTempDirectory("tenon-index-");
    try {
      return commit(
          id,
          files,
          new GitPlumbing(
              root,
              Map.of(
                  "GIT_INDEX_FILE",
                  own.resolve("index").toString(),
                  "GIT_AUTHOR_NAME",
                  "Tenon helper " + id,
                  "GIT_AUTHOR_EMAIL",
                  "tenon@localhost",
                  "GIT_COMMITTER_NAME",
                  "Tenon",
                  "GIT_COMMITTER_EMAIL",
                  "tenon@localhost")));
    } finally {
      RecursiveDelete.delete(own);
    }
  }

  private Result commit(String id, List<LayerFile> files, GitPlumbing git)
      throws IOException, InterruptedException {
    String prefix = git.run("rev-parse", "--show-prefix");
    String head = head(git);
    if (!head.isEmpty()) {
      git.run("read-tree", head);
    }
    var left = new ArrayList<String>();
    var mine = new ArrayList<LayerFile>();
    for (LayerFile file : files) {
      boolean folder =
          kind(file.base()) == FileImage.Kind.FOLDER || kind(file.now()) == FileImage.Kind.FOLDER;
      if (isInsideAnother(git, prefix + file.path())) {
        left.add(file.path());
      } else if (!folder) {
        mine.add(file);
      }
    }
    var before = new ArrayList<Entry>();
    var after = new ArrayList<Entry>();
    for (LayerFile file : mine) {
      before.add(new Entry(prefix + file.path(), file.path(), file.base()));
      after.add(new Entry(prefix + file.path(), file.path(), file.now()));
    }
    String committed = git.run("write-tree");
    String base = tree(git, before);
    String parent =
        base.equals(committed) && !head.isEmpty()
            ? head
            : commitTree(git, base, head, "What the helper " + id + " found, uncommitted");
    String tip = commitTree(git, tree(git, after), parent, "Work of the helper " + id);
    String branch = "tenon/task/" + id;
    git.run("update-ref", "-m", "tenon: helper " + id, "refs/heads/" + branch, tip);
    return new Result(branch, tip, left);
  }

  /// Empty where nothing was ever committed.
  private static String head(GitPlumbing git) throws IOException, InterruptedException {
    try {
      return git.run("rev-parse", "--verify", "--quiet", "HEAD^{commit}");
    } catch (IOException unborn) {
      // Also in a folder that is no repository, where the next command says so.
      git.run("rev-parse", "--git-dir");
      return "";
    }
  }

  /// Whether a repository inside has the path, a submodule or one that is only there.
  private boolean isInsideAnother(GitPlumbing git, String path)
      throws IOException, InterruptedException {
    Path top = Path.of(git.run("rev-parse", "--show-toplevel"));
    Path real = top.resolve(path);
    for (Path at = real.getParent(); at != null && !at.equals(top); at = at.getParent()) {
      if (Files.exists(at.resolve(".git"))) {
        return true;
      }
    }
    return false;
  }

  private static FileImage.@Nullable Kind kind(@Nullable Content content) {
    return content == null ? null : content.kind();
  }

  /// @param name below the project's root
  private record Entry(String path, String name, @Nullable Content content) {}

  private static String tree(GitPlumbing git, List<Entry> entries)
      throws IOException, InterruptedException {
    var gone = new StringBuilder();
    var there = new StringBuilder();
    for (Entry each : entries) {
      Content content = each.content;
      // Removing comes first: what was a file may be a folder now.
      gone.append("0 ").append("0".repeat(40)).append('\t').append(each.path).append('\0');
      if (content != null) {
        String blob = blob(git, each.name, content);
        there.append(mode(content)).append(' ').append(blob).append('\t');
        there.append(each.path).append('\0');
      }
    }
    byte[] input = (gone.toString() + there).getBytes(StandardCharsets.UTF_8);
    git.bytes(input, "update-index", "-z", "--index-info");
    return git.run("write-tree");
  }

  /// A file as git keeps it: line ends and filters as the attributes of its path say.
  private static String blob(GitPlumbing git, String name, Content content)
      throws IOException, InterruptedException {
    byte[] bytes = content.data().load();
    return content.kind() == FileImage.Kind.LINK
        ? git.feed(bytes, "hash-object", "-w", "--no-filters", "--stdin")
        : git.feed(bytes, "hash-object", "-w", "--path=" + name, "--stdin");
  }

  private static String mode(Content content) {
    if (content.kind() == FileImage.Kind.LINK) {
      return "120000";
    }
    FileMode mode = Objects.requireNonNullElse(content.image().mode(), new FileMode(0644));
    return (mode.bits() & 0100) != 0 ? "100755" : "100644";
  }

  private static String commitTree(GitPlumbing git, String tree, String parent, String message)
      throws IOException, InterruptedException {
    return parent.isEmpty()
        ? git.run("commit-tree", tree, "-m", message)
        : git.run("commit-tree", tree, "-p", parent, "-m", message);
  }
}
