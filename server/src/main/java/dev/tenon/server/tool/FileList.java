package dev.tenon.server.tool;

import dev.tenon.core.json.Json;
import dev.tenon.core.workspace.ProjectView;
import dev.tenon.core.workspace.path.FileStat;
import dev.tenon.core.workspace.path.PathException;
import dev.tenon.core.workspace.path.PathSandbox;
import dev.tenon.core.workspace.walk.Glob;
import dev.tenon.core.workspace.walk.WalkOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// Lists files of the project, as the contract of `list_files` wants them.
record FileList(ProjectFiles files) {

  Json.Obj find(String given, String glob) throws PathException, IOException, InterruptedException {
    Glob pattern = Glob.of(glob);
    String prefix = prefix(given);
    ProjectView view = files.view();
    Set<String> usual = walk(view, Scope.USUAL, prefix, pattern);
    List<String> found = new ArrayList<>(usual);
    if (found.size() < files.limits().listed()) {
      Set<String> rest = walk(view, Scope.ALL, prefix, pattern);
      rest.removeAll(usual);
      found.addAll(rest);
    }
    return answer(found);
  }

  private Json.Obj answer(List<String> found) {
    int most = Math.min(found.size(), files.limits().listed());
    long room =
        files.audience() == ProjectFiles.Audience.MODEL
            ? files.limits().readBytes()
            : Long.MAX_VALUE;
    int shown = 0;
    while (shown < most && (room -= found.get(shown).length() + 1L) >= 0) {
      shown++;
    }
    var json = Json.object().put("files", Json.strings(found.subList(0, shown)));
    return (shown < found.size() ? json.put("truncated", true) : json).build();
  }

  private Set<String> walk(ProjectView view, WalkOptions options, String prefix, Glob pattern)
      throws PathException, IOException, InterruptedException {
    var found = new TreeSet<String>();
    Path folder = folder(view, prefix);
    String before = folder.equals(sandbox().root()) ? "" : sandbox().relative(folder) + "/";
    for (String path :
        view.walk(pattern.widen(options))
            .find(
                folder,
                (path, kind) ->
                    kind == FileStat.Kind.FILE && wanted(before + path, prefix, pattern),
                Integer.MAX_VALUE)
            .paths()) {
      found.add(before + path);
    }
    return found;
  }

  /// A glob may speak of paths below the root, or below the folder of the prefix.
  private static boolean wanted(String path, String prefix, Glob pattern) {
    if (!path.startsWith(prefix)) {
      return false;
    }
    int folder = prefix.lastIndexOf('/') + 1;
    return pattern.matches(path) || (folder > 0 && pattern.matches(path.substring(folder)));
  }

  /// How paths begin, without detours. What leads outside of the project is refused.
  private String prefix(String given) throws PathException {
    String prefix = given.strip();
    String root = sandbox().root() + "/";
    if (prefix.startsWith(root)) {
      prefix = prefix.substring(root.length());
    }
    if (prefix.startsWith("/") && prefix.length() > 1) {
      sandbox().existing(prefix);
    }
    var names = new ArrayList<String>();
    List<String> parts = List.of(prefix.split("/", -1));
    for (int i = 0; i < parts.size(); i++) {
      String name = parts.get(i);
      boolean last = i == parts.size() - 1;
      if (name.equals("..") && names.isEmpty()) {
        throw PathException.invalid(
            "the prefix '" + given + "' leads outside the root", "use a path under '.'");
      }
      if (name.equals("..")) {
        names.removeLast();
      } else if (!name.equals(".") && (last || !name.isEmpty())) {
        names.add(name);
      }
    }
    return String.join("/", names);
  }

  /// The innermost folder that is there and in which everything with this prefix lies.
  private Path folder(ProjectView view, String prefix) throws PathException, IOException {
    int end = prefix.lastIndexOf('/');
    while (end > 0) {
      try {
        Path folder = view.existing(prefix.substring(0, end));
        if (view.stat(folder).isFolder()) {
          return folder;
        }
      } catch (PathException missing) {
        if (missing.kind() != PathException.Kind.NOT_FOUND) {
          throw missing;
        }
      }
      end = prefix.lastIndexOf('/', end - 1);
    }
    return sandbox().root();
  }

  private PathSandbox sandbox() {
    return files.workspace().sandbox();
  }
}
