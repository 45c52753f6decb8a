package dev.tenon.core.workspace.walk;

import dev.tenon.core.workspace.path.FileStat;
import dev.tenon.core.workspace.path.Folder;
import dev.tenon.core.workspace.path.SafeFiles;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Tells for single paths whether a walk would come to them. For one thread.
public final class PathRules {
  private final SafeFiles files;
  private final Path start;
  private final WalkRules top;

  /// By folder; none for a folder that is not entered.
  private final Map<String, Optional<WalkRules>> known = new HashMap<>();

  private String lastFolder = "";
  private Optional<WalkRules> last = Optional.empty();
  private boolean looked;

  public PathRules(SafeFiles files, Path start, WalkRules top) {
    this.files = files;
    this.start = start;
    this.top = top;
  }

  /// Whether the file is left out.
  ///
  /// @param path relative to the start
  public boolean hides(String path) throws IOException {
    int slash = path.lastIndexOf('/');
    Optional<WalkRules> rules = around(path, slash);
    var entry = new Folder.Named(path.substring(slash + 1), FileStat.Kind.FILE, 0);
    return rules.isEmpty()
        || rules.get().skips(path, entry)
        || (files.hasForbidden() && files.hides(start.resolve(path)));
  }

  /// Paths mostly come in order, so that the next one lies where the last one did.
  private Optional<WalkRules> around(String path, int slash) throws IOException {
    if (!looked || Math.max(slash, 0) != lastFolder.length() || !path.startsWith(lastFolder)) {
      lastFolder = slash < 0 ? "" : path.substring(0, slash);
      last = in(lastFolder);
      looked = true;
    }
    return last;
  }

  private Optional<WalkRules> in(String folder) throws IOException {
    Optional<WalkRules> rules = known.get(folder);
    if (rules == null) {
      rules = find(folder);
      known.put(folder, rules);
    }
    return rules;
  }

  private Optional<WalkRules> find(String folder) throws IOException {
    WalkRules above = top;
    if (!folder.isEmpty()) {
      int slash = folder.lastIndexOf('/');
      Optional<WalkRules> parent = in(slash < 0 ? "" : folder.substring(0, slash));
      var entry = new Folder.Named(folder.substring(slash + 1), FileStat.Kind.FOLDER, 0);
      if (parent.isEmpty() || parent.get().skips(folder, entry)) {
        return Optional.empty();
      }
      above = parent.get();
    }
    try (Folder open = files.folder(start.resolve(folder))) {
      List<Folder.Named> entries = new ArrayList<>();
      for (String name : List.of(".git", ".gitignore")) {
        Folder.Named entry = open.entryIfThere(name);
        if (entry != null) {
          entries.add(entry);
        }
      }
      return Optional.of(above.in(open, folder.isEmpty() ? "" : folder + "/", entries));
    } catch (FileSystemException goneMeanwhile) {
      return Optional.empty();
    }
  }
}
