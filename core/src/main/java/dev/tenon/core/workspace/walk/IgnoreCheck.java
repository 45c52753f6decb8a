package dev.tenon.core.workspace.walk;

import dev.tenon.core.workspace.path.FileStat;
import dev.tenon.core.workspace.path.Folder;
import dev.tenon.core.workspace.path.PathSandbox;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/// Tells of single paths whether a walk would leave them out. Reads each ignore file once. For one
/// thread.
public final class IgnoreCheck {
  private final Path root;
  private final FileWalk walk;
  private final Map<Path, WalkRules> known = new HashMap<>();

  /// @param root a real path inside the sandbox
  public IgnoreCheck(PathSandbox sandbox, Path root) {
    this.root = root;
    this.walk = new FileWalk(sandbox, WalkOptions.DEFAULT);
  }

  /// Whether the path, or a folder that it lies in, is ignored.
  ///
  /// @param file below the root; it need not exist
  public boolean ignores(Path file, FileStat.Kind kind) {
    Path parent = file.getParent();
    if (file.equals(root) || parent == null || !file.startsWith(root)) {
      return false;
    }
    if (ignores(parent, FileStat.Kind.FOLDER)) {
      return true;
    }
    var named = new Folder.Named(String.valueOf(file.getFileName()), kind, 0);
    return rules(parent).skips(below(file), named);
  }

  private WalkRules rules(Path folder) {
    WalkRules rules = known.get(folder);
    if (rules == null) {
      Path parent = folder.getParent();
      rules = folder.equals(root) || parent == null ? walk.rulesAt(root) : rules(parent);
      String below = folder.equals(root) ? "" : below(folder) + "/";
      if (Files.exists(folder.resolve(".git"))) {
        rules = rules.repository(folder, below);
      }
      rules = rules.with(below, GitFolder.ignoreFile(folder));
      known.put(folder, rules);
    }
    return rules;
  }

  private String below(Path file) {
    return root.relativize(file).toString();
  }
}
