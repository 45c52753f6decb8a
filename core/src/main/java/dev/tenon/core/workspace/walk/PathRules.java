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

  /// The rules in a folder, found from the outermost folder inward that is not known yet.
  private Optional<WalkRules> in(String folder) throws IOException {
    int end = folder.length();
    while (end >= 0 && !known.containsKey(folder.substring(0, end))) {
      end = end == 0 ? -1 : Math.max(0, folder.lastIndexOf('/', end - 1));
    }
    Optional<WalkRules> rules =
        end < 0 ? find("", Optional.of(top)) : known.getOrDefault(folder.substring(0, end), Optional.empty());
    end = Math.max(0, end);
    while (end < folder.length()) {
      int slash = folder.indexOf('/', end + 1);
      end = slash < 0 ? folder.length() : slash;
      rules = find(folder.substring(0, end), rules);
    }
    return rules;
  }

  private Optional<WalkRules> find(String folder, Optional<WalkRules> parent) throws IOException {
    Optional<WalkRules> rules = parent.isEmpty() ? parent : look(folder, parent.get());
    known.put(folder, rules);
    return rules;
  }

  private Optional<WalkRules> look(String folder, WalkRules above) throws IOException {
    if (!folder.isEmpty()) {
      int slash = folder.lastIndexOf('/');
      var entry = new Folder.Named(folder.substring(slash + 1), FileStat.Kind.FOLDER, 0);
      if (above.skips(folder, entry)) {
        return Optional.empty();
      }
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
