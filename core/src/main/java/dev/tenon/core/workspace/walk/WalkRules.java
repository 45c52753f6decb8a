package dev.tenon.core.workspace.walk;

import dev.tenon.core.workspace.path.BufferOverlay;
import dev.tenon.core.workspace.path.FileStat;
import dev.tenon.core.workspace.path.Folder;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// Which entries of a folder a walk shows: the walk's options and the ignore rules that hold there.
///
/// @param user the rules of the user's own ignore file, which hold everywhere
/// @param ignore all rules that hold here, with the user's
/// @param prefix the way from the top of the ignore rules to the start of the walk, `""` or ending
///   with a slash
public record WalkRules(WalkOptions options, IgnoreRules user, IgnoreRules ignore, String prefix) {
  private static final long MOST_RULES = 1024 * 1024;

  /// The rules at the start of a walk: what the folders around it say, up to the repository's root.
  static WalkRules at(Path start, WalkOptions options, IgnoreRules user, BufferOverlay overlay) {
    if (options.ignored() == WalkOptions.Ignored.SHOW) {
      return new WalkRules(options, IgnoreRules.NONE, IgnoreRules.NONE, "");
    }
    Path top = GitFolder.repositoryAround(start);
    if (top == null || top.equals(start)) {
      return new WalkRules(options, user, user, "");
    }
    IgnoreRules rules = user.with("", GitFolder.excludes(top));
    Path at = top;
    for (Path name : top.relativize(start)) {
      rules = rules.with(slashed(top, at), ignoreFile(at, overlay));
      at = at.resolve(name);
    }
    return new WalkRules(options, user, rules, slashed(top, start));
  }

  /// The content of a folder's own ignore file, empty if there is none.
  private static byte[] ignoreFile(Path folder, BufferOverlay overlay) {
    BufferOverlay.Entry staged = overlay.at(folder.resolve(".gitignore"));
    if (staged == null) {
      return GitFolder.ignoreFile(folder);
    }
    try {
      return staged instanceof BufferOverlay.BufferedFile file
              && file.buffer().data().size() <= MOST_RULES
          ? file.buffer().data().load()
          : new byte[0];
    } catch (IOException unreadable) {
      // As with a file on the disk that cannot be read.
      return new byte[0];
    }
  }

  /// Whether files in memory can change which of the files on the disk are left out.
  public static boolean areChangedBy(BufferOverlay overlay) {
    for (Path file : overlay.files().keySet()) {
      if (isRuling(String.valueOf(file.getFileName()))) {
        return true;
      }
    }
    return false;
  }

  /// Whether the name can change the rules of the folder it is in.
  static boolean isRuling(String name) {
    return name.equals(".git") || name.equals(".gitignore");
  }

  /// The rules inside a folder, with its own ignore file.
  ///
  /// @param path of the folder relative to the start, `""` or ending with a slash
  WalkRules in(Folder folder, String path, List<Folder.Named> entries) throws IOException {
    if (options.ignored() == WalkOptions.Ignored.SHOW) {
      return this;
    }
    IgnoreRules here = ignore;
    for (Folder.Named entry : entries) {
      if (entry.name().equals(".git")) {
        // A repository of its own: the rules around it end here.
        here = user.with(prefix + path, GitFolder.excludes(folder.path()));
      } else if (entry.name().equals(".gitignore") && entry.kind() == FileStat.Kind.FILE) {
        byte[] rules = folder.read(entry.name(), MOST_RULES);
        here = rules == null ? here : here.with(prefix + path, rules);
      }
    }
    return here == ignore ? this : new WalkRules(options, user, here, prefix);
  }

  /// The rules inside a folder that holds a repository of its own: those around it end there.
  public WalkRules repository(Path folder, String path) {
    return options.ignored() == WalkOptions.Ignored.SHOW
        ? this
        : new WalkRules(
            options, user, user.with(prefix + path, GitFolder.excludes(folder)), prefix);
  }

  /// The rules inside a folder with those of its ignore file.
  public WalkRules with(String path, byte[] ignoreFile) {
    return options.ignored() == WalkOptions.Ignored.SHOW
        ? this
        : new WalkRules(options, user, ignore.with(prefix + path, ignoreFile), prefix);
  }

  /// Whether the entry is left out.
  ///
  /// @param path relative to the start
  public boolean skips(String path, Folder.Named entry) {
    String name = entry.name();
    if (name.startsWith(".") && options.hidden() == WalkOptions.Hidden.SKIP) {
      return true;
    }
    if (options.skippedNames().contains(name)) {
      return true;
    }
    return options.ignored() == WalkOptions.Ignored.SKIP
        && ignore.ignores(prefix.isEmpty() ? path : prefix + path, name, entry.kind());
  }

  private static String slashed(Path top, Path folder) {
    String relative = top.relativize(folder).toString().replace(File.separatorChar, '/');
    return relative.isEmpty() ? "" : relative + "/";
  }
}
