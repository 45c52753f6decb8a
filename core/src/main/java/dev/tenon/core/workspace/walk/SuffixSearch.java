package dev.tenon.core.workspace.walk;

import dev.tenon.core.workspace.path.FileStat;
import dev.tenon.core.workspace.path.PathSandbox;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// Looks for the file that was meant by a path that does not exist: the only one whose path ends
/// with it.
///
/// @param nanos how long it may take
public record SuffixSearch(PathSandbox sandbox, FileWalk walk, long nanos) {
  private static final int MOST = 50;

  /// What was found.
  ///
  /// @param endings paths from the root that end with the wanted one
  /// @param names paths whose last name is the wanted one's
  public record Matches(List<String> endings, List<String> names) {}

  public Matches find(String wanted) throws IOException, InterruptedException {
    String suffix = cleaned(wanted);
    if (suffix.isEmpty()) {
      return new Matches(List.of(), List.of());
    }
    String name = suffix.substring(suffix.lastIndexOf('/') + 1);
    long deadline = System.nanoTime() + nanos;
    var filter =
        new FileWalk.Filter() {
          @Override
          public boolean wants(String path, FileStat.Kind kind) {
            return path.endsWith(name)
                && (path.length() == name.length()
                    || path.charAt(path.length() - name.length() - 1) == '/');
          }

          @Override
          public boolean enters(String folder) {
            return System.nanoTime() - deadline < 0;
          }
        };
    List<String> names = walk.find(sandbox.root(), filter, MOST).paths();
    var endings = new ArrayList<String>();
    for (String path : names) {
      if (path.endsWith("/" + suffix)) {
        endings.add(path);
      }
    }
    return new Matches(endings, names);
  }

  private String cleaned(String wanted) {
    String path = wanted.strip().replace('\\', '/');
    String root = sandbox.root() + "/";
    if (path.startsWith(root)) {
      path = path.substring(root.length());
    }
    while (path.startsWith("./") || path.startsWith("/")) {
      path = path.substring(path.startsWith("/") ? 1 : 2);
    }
    while (path.endsWith("/")) {
      path = path.substring(0, path.length() - 1);
    }
    return path.contains("..") ? "" : path;
  }
}
