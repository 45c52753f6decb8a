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

  /// The rules in a folder, found from the innermost folder around it that is known inward.
  private Optional<WalkRules> in(String folder) throws IOException {
    String at = folder;
    while (!known.containsKey(at) && !at.isEmpty()) {
      at = at.substring(0, Math.max(0, at.lastIndexOf('/')));
    }
    Optional<WalkRules> rules = known.getOrDefault(at, Optional.of(top));
    if (rules.isEmpty() || (at.equals(folder) && known.containsKey(at))) {
      return rules;
    }
    try (var chain = new FolderChain(files.folder(start.resolve(at)))) {
      if (!known.containsKey(at)) {
        rules = Optional.of(inside(chain.folder(), at, top));
        known.put(at, rules);
      }
      while (at.length() < folder.length() && rules.isPresent()) {
        int from = at.isEmpty() ? 0 : at.length() + 1;
        int slash = folder.indexOf('/', from);
        at = slash < 0 ? folder : folder.substring(0, slash);
        String name = at.substring(from);
        chain.down(name);
        var entry = new Folder.Named(name, FileStat.Kind.FOLDER, 0);
        rules =
            rules.get().skips(at, entry)
                ? Optional.empty()
                : Optional.of(inside(chain.folder(), at, rules.get()));
        known.put(at, rules);
      }
      return rules;
    } catch (FileSystemException goneMeanwhile) {
      known.put(at, Optional.empty());
      return Optional.empty();
    }
  }

  private static WalkRules inside(Folder open, String folder, WalkRules around) throws IOException {
    List<Folder.Named> entries = new ArrayList<>();
    for (String name : List.of(".git", ".gitignore")) {
      Folder.Named entry = open.entryIfThere(name);
      if (entry != null) {
        entries.add(entry);
      }
    }
    return around.in(open, folder.isEmpty() ? "" : folder + "/", entries);
  }
}
