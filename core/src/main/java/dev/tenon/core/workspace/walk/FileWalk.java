package dev.tenon.core.workspace.walk;

import dev.tenon.core.workspace.path.FileStat;
import dev.tenon.core.workspace.path.Folder;
import dev.tenon.core.workspace.path.PathSandbox;
import dev.tenon.core.workspace.path.UserHome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Lists the files of a tree in a fixed order: by name in each folder, depth first. Safe for
/// several threads; an interrupt ends a walk.
public final class FileWalk {
  /// The order of a walk, for paths relative to one start: a folder's name counts, not the slash
  /// after it.
  public static final Comparator<String> ORDER =
      (a, b) -> {
        int shorter = Math.min(a.length(), b.length());
        for (int i = 0; i < shorter; i++) {
          char x = a.charAt(i);
          char y = b.charAt(i);
          if (x != y) {
            return x == '/' ? -1 : y == '/' ? 1 : Character.compare(x, y);
          }
        }
        return Integer.compare(a.length(), b.length());
      };

  /// A key whose natural order is that of [#ORDER], for lists that are long: whole strings are
  /// compared much faster than their characters one by one.
  public static String orderKey(String path) {
    return path.replace('/', '\0');
  }

  /// Sorts by [#ORDER].
  public static void sort(List<String> paths) {
    var keys = new String[paths.size()];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = orderKey(paths.get(i));
    }
    Arrays.sort(keys);
    for (int i = 0; i < keys.length; i++) {
      paths.set(i, keys[i].replace('\0', '/'));
    }
  }

  private final PathSandbox sandbox;
  private final WalkOptions options;
  private final IgnoreRules user;

  public FileWalk(PathSandbox sandbox, WalkOptions options) {
    this(sandbox, options, GitFolder.userExcludes(UserHome.path(), System.getenv()));
  }

  FileWalk(PathSandbox sandbox, WalkOptions options, byte[] userExcludes) {
    this.sandbox = sandbox;
    this.options = options;
    this.user = IgnoreRules.NONE.with("", userExcludes);
  }

  /// Which of the files a caller wants.
  @FunctionalInterface
  public interface Filter {
    /// @param path relative to the start, with forward slashes
    boolean wants(String path, FileStat.Kind kind);

    /// Whether a file at this path can be wanted, or a link.
    default boolean mayWant(String path) {
      return true;
    }

    /// Whether anything below the folder can be wanted.
    default boolean enters(String folder) {
      return true;
    }
  }

  /// How far down a listing goes.
  public enum Depth {
    ONE,
    ALL
  }

  /// What a walk found.
  ///
  /// @param paths relative to the start
  /// @param more whether there are more than the limit allowed
  /// @param unreadable how many folders could not be read
  public record Found(List<String> paths, More more, int unreadable) {}

  /// Whether something was left out.
  public enum More {
    ALL_SHOWN,
    MORE_EXIST
  }

  /// The files that the filter wants, at most so many.
  ///
  /// @param start a real path inside the sandbox
  public Found find(Path start, Filter filter, int limit) throws IOException, InterruptedException {
    var look =
        new TreeScan.Look<String>() {
          @Override
          public @Nullable String at(Folder folder, String path, Folder.Named entry) {
            return filter.wants(path, entry.kind()) ? path : null;
          }

          @Override
          public boolean mayWant(String path) {
            return filter.mayWant(path);
          }

          @Override
          public boolean enters(String path) {
            return filter.enters(path);
          }
        };
    return collect(start, look, limit);
  }

  /// Everything in a folder, or below it too, at most so many; folders end with a slash.
  ///
  /// @param start a real path inside the sandbox
  public Found list(Path start, Depth depth, int limit) throws IOException, InterruptedException {
    var look =
        new TreeScan.Look<String>() {
          @Override
          public String at(Folder folder, String path, Folder.Named entry) {
            return entry.kind() == FileStat.Kind.FOLDER ? path + "/" : path;
          }

          @Override
          public boolean enters(String path) {
            return depth == Depth.ALL;
          }
        };
    return collect(start, look, limit);
  }

  private Found collect(Path start, TreeScan.Look<String> look, int limit)
      throws IOException, InterruptedException {
    var paths = new ArrayList<String>();
    int unreadable =
        scan(start, look)
            .run(
                (path, found) -> {
                  paths.add(found);
                  return paths.size() > limit ? TreeScan.Next.STOP : TreeScan.Next.GO_ON;
                });
    boolean more = paths.size() > limit;
    return new Found(
        List.copyOf(more ? paths.subList(0, limit) : paths),
        more ? More.MORE_EXIST : More.ALL_SHOWN,
        unreadable);
  }

  /// All regular files.
  public List<String> files(Path start) throws IOException, InterruptedException {
    return find(start, (path, kind) -> kind == FileStat.Kind.FILE, Integer.MAX_VALUE).paths();
  }

  public <R> TreeScan<R> scan(Path start, TreeScan.Look<R> look) {
    return new TreeScan<>(sandbox.files(), start, rulesAt(start), look, threads());
  }

  public WalkRules rulesAt(Path start) {
    return WalkRules.at(start, options, user, sandbox.overlay());
  }

  public static int threads() {
    return Math.min(Runtime.getRuntime().availableProcessors(), 8);
  }
}
