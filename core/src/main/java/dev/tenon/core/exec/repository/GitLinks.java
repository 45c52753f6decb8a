package dev.tenon.core.exec.repository;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Where the files of a repository and the repository of files may be, when a command says so: both
/// inside of what commands may write, and so that each one names the other.
///
/// @param roots what commands may write, real paths
/// @param repositories every folder below them that git would take for a repository
/// @param trusted those of them whose configuration is not a command's
record GitLinks(Collection<Path> roots, Set<Path> repositories, Set<Path> trusted) {
  private static final String PREFIX = "gitdir: ";

  /// Whether a `commondir` is that of a worktree, below the repository that it belongs to.
  boolean isWorktree(Path commondir) {
    Path own = commondir.getParent();
    Path worktrees = own == null ? null : own.getParent();
    Path common = worktrees == null ? null : worktrees.getParent();
    return worktrees != null
        && common != null
        && String.valueOf(worktrees.getFileName()).equals("worktrees")
        && repositories.contains(common);
  }

  /// Whether `core.worktree` leads to files that know the repository as theirs, as those of a
  /// submodule do, and not into another repository.
  boolean isOwnWorktree(Path config, String value) {
    Path git = config.getParent();
    Path files = git == null ? null : resolve(git, value);
    if (git == null || files == null || isInsideOfRepository(files)) {
      return false;
    }
    Path entry = files.resolve(".git");
    Path back = pointed(entry, PREFIX);
    return entry.equals(git) || git.equals(back);
  }

  private boolean isInsideOfRepository(Path folder) {
    for (Path at = folder; at != null; at = at.getParent()) {
      if (repositories.contains(at)) {
        return true;
      }
    }
    return false;
  }

  /// What is wrong with a `.git` that is a file; null when nothing is.
  @Nullable String fault(Path entry, Content content) {
    String text = content.text().replaceAll("[\\n\\r]+$", "");
    Path folder = entry.getParent();
    if (!text.startsWith(PREFIX) || text.chars().anyMatch(c -> c < ' ') || folder == null) {
      return "it is not understood completely";
    }
    Path git = resolve(folder, text.substring(PREFIX.length()));
    if (git == null || !repositories.contains(git)) {
      return "it leads to no repository of the project";
    }
    Path common = Files.exists(git.resolve("commondir")) ? common(git) : git;
    boolean known =
        git.equals(common)
            ? folder.equals(filesOf(git))
            : entry.equals(pointed(git.resolve("gitdir"), ""));
    return common != null && (known || !trusted.contains(common))
        ? null
        : "it uses a repository that does not know these files";
  }

  /// Where the files of a repository are, if its configuration says so.
  private @Nullable Path filesOf(Path git) {
    try {
      Path config = git.resolve("config");
      Content content = FileState.of(config).read(config);
      Path files = null;
      for (GitConfig.Entry each : GitConfig.read(content.bytes()).orElse(List.of())) {
        String value = each.value();
        if (each.key().equals("core.worktree") && value != null) {
          files = resolve(git, value);
        }
      }
      return files;
    } catch (IOException unreadable) {
      return null;
    }
  }

  private static @Nullable Path common(Path worktree) {
    Path parent = worktree.getParent();
    return parent == null ? null : parent.getParent();
  }

  /// The real path of a folder inside of the roots, or null.
  private @Nullable Path resolve(Path from, String to) {
    try {
      Path real = from.resolve(to).toRealPath();
      boolean inside = roots.stream().anyMatch(real::startsWith);
      return inside && Files.isDirectory(real, LinkOption.NOFOLLOW_LINKS) ? real : null;
    } catch (IOException | InvalidPathException nowhere) {
      return null;
    }
  }

  /// The path that a file names, without its links.
  static @Nullable Path pointed(Path file, String prefix) {
    try {
      FileState state = FileState.of(file);
      String text = state.kind() == FileState.Kind.FILE ? state.read(file).text().strip() : "";
      Path folder = file.getParent();
      if (text.isEmpty() || !text.startsWith(prefix) || folder == null) {
        return null;
      }
      Path named = folder.resolve(text.substring(prefix.length()));
      Path parent = named.getParent();
      Path name = named.getFileName();
      return Files.isDirectory(named, LinkOption.NOFOLLOW_LINKS) || parent == null || name == null
          ? named.toRealPath()
          : parent.toRealPath().resolve(name);
    } catch (IOException | InvalidPathException nowhere) {
      return null;
    }
  }
}
