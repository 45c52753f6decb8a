package dev.tenon.engine.layer;

import dev.tenon.core.exec.sandbox.RecursiveDelete;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Makes real git worktrees that look like the project: checked out without hooks, with all that is
/// not committed replayed, with the ignored files that `.worktreeinclude` names, and with a
/// worktree of each repository inside, submodules too.
final class Worktrees {
  private static final String INCLUDE = ".worktreeinclude";

  private final long most;
  private final Map<Path, Path> made = new LinkedHashMap<>();
  private long bytes;

  /// @param most bytes that are copied
  Worktrees(long most) {
    this.most = most;
  }

  /// A worktree of a repository.
  ///
  /// @param top of the repository
  record Made(Path top, Path tree) {}

  /// Makes them all.
  ///
  /// @param top of the outermost repository
  /// @param tree where its worktree will be
  /// @return the outermost first
  List<Made> make(Path top, Path tree) throws IOException, InterruptedException {
    try {
      add(top, tree);
    } catch (IOException | InterruptedException failed) {
      for (Made each : all().reversed()) {
        remove(each);
      }
      throw failed;
    }
    return all();
  }

  private List<Made> all() {
    var all = new ArrayList<Made>();
    made.forEach((tree, top) -> all.add(new Made(top, tree)));
    return all;
  }

  /// The top of the repository that a folder lies in.
  static Path top(Path folder) throws IOException, InterruptedException {
    try {
      return Path.of(new GitPlumbing(folder, Map.of()).run("rev-parse", "--show-toplevel"));
    } catch (IOException none) {
      throw new IOException(
          "isolation: worktree needs a git repository that can be read ("
              + none.getMessage()
              + "); isolation: layer needs none",
          none);
    }
  }

  private void add(Path top, Path tree) throws IOException, InterruptedException {
    var git = new GitPlumbing(top, Map.of());
    Files.createDirectories(Objects.requireNonNull(tree.getParent(), "below a folder"));
    made.put(tree, top);
    git.run("worktree", "add", "--quiet", "--force", "--detach", tree.toString(), "HEAD");
    var inner = new ArrayList<String>();
    String changed =
        git.run(
            "status",
            "--porcelain=v1",
            "-z",
            "--no-renames",
            "--untracked-files=all",
            "--ignore-submodules=all");
    for (String line : changed.split("\0", -1)) {
      if (line.length() > 3) {
        String path = line.substring(3);
        if (path.endsWith("/")) {
          inner.add(path);
        } else {
          replay(top.resolve(path), tree.resolve(path));
        }
      }
    }
    if (Files.isRegularFile(top.resolve(INCLUDE), LinkOption.NOFOLLOW_LINKS)) {
      String named =
          git.run("ls-files", "-z", "--others", "--ignored", "--exclude-from=" + INCLUDE);
      for (String path : named.split("\0", -1)) {
        if (!path.isEmpty() && !path.endsWith("/")) {
          replay(top.resolve(path), tree.resolve(path));
        }
      }
    }
    for (String entry : git.run("ls-files", "-z", "--stage").split("\0", -1)) {
      if (entry.startsWith("160000 ")) {
        inner.add(entry.substring(entry.indexOf('\t') + 1));
      }
    }
    for (String path : inner) {
      Path nested = top.resolve(path).normalize();
      if (Files.exists(nested.resolve(".git"))) {
        nested(nested, tree.resolve(path).normalize());
      }
    }
  }

  /// A repository without a commit cannot have a worktree; its files come along all the same.
  private void nested(Path top, Path tree) throws IOException, InterruptedException {
    if (new GitPlumbing(top, Map.of()).succeeds("rev-parse", "--verify", "--quiet", "HEAD")) {
      add(top, tree);
      return;
    }
    try (var files = Files.walk(top)) {
      for (Path each : files.toList()) {
        boolean own = top.relativize(each).startsWith(".git");
        if (!own && !Files.isDirectory(each, LinkOption.NOFOLLOW_LINKS)) {
          replay(each, tree.resolve(top.relativize(each)));
        }
      }
    }
  }

  private void replay(Path from, Path to) throws IOException {
    if (!Files.exists(from, LinkOption.NOFOLLOW_LINKS)) {
      RecursiveDelete.delete(to);
      return;
    }
    if (Files.isDirectory(to, LinkOption.NOFOLLOW_LINKS)) {
      RecursiveDelete.delete(to);
    }
    bytes += Files.isRegularFile(from, LinkOption.NOFOLLOW_LINKS) ? Files.size(from) : 0;
    if (bytes > most) {
      throw new IOException(
          "more than "
              + most
              + " bytes are not committed or named by "
              + INCLUDE
              + "; raise agents.layerBytes, or use isolation: layer, which copies nothing");
    }
    Files.createDirectories(Objects.requireNonNull(to.getParent(), "below a folder"));
    try {
      Files.copy(
          from,
          to,
          LinkOption.NOFOLLOW_LINKS,
          StandardCopyOption.COPY_ATTRIBUTES,
          StandardCopyOption.REPLACE_EXISTING);
    } catch (NoSuchFileException goneMeanwhile) {
      RecursiveDelete.delete(to);
    }
  }

  /// Removes one, with what git knows of it. Where git cannot be asked, what it knows stays.
  static void remove(Made each) throws IOException, InterruptedException {
    var git = new GitPlumbing(each.top, Map.of());
    git.succeeds("worktree", "remove", "--force", "--force", each.tree.toString());
    RecursiveDelete.delete(each.tree);
  }

  /// A tree of all that is in a worktree now, so that the contents can be asked for later.
  static String snapshot(Path tree, Path index) throws IOException, InterruptedException {
    var git = new GitPlumbing(tree, Map.of("GIT_INDEX_FILE", index.toString()));
    try {
      git.run("read-tree", "HEAD");
      git.run("add", "--all", ".");
      return git.run("write-tree");
    } finally {
      Files.deleteIfExists(index);
    }
  }

  /// A file of a snapshot.
  static byte[] blob(Path top, String tree, String path) throws IOException, InterruptedException {
    return new GitPlumbing(top, Map.of()).bytes(new byte[0], "cat-file", "blob", tree + ":" + path);
  }
}
