package dev.tenon.core.exec.sandbox;

import dev.tenon.core.exec.sandbox.Place.Treatment;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What in a repository makes git run programs: `hooks`, `config` (fsmonitor, aliases, filters,
/// pagers), `config.worktree` and `info/attributes`, also those of submodules. They stay as they
/// are; everything else of `.git` is writable, so that commits work. Where one of them cannot be
/// protected by itself, because it is a link, the whole `.git` is read-only.
///
/// Tracked files such as `.gitmodules` and `.gitattributes` are content like any other: they name
/// drivers, and only the configuration makes programs of them.
final class GitVectors {
  private static final int MOST_SUBMODULES = 64;

  private final List<Place> places = new ArrayList<>();

  private GitVectors() {}

  /// The places of the repository at a root; none when there is no repository.
  static List<Place> of(Path root) throws IOException {
    var vectors = new GitVectors();
    Path git = root.resolve(".git");
    if (Files.isSymbolicLink(git)) {
      return List.of();
    }
    if (Files.isDirectory(git)) {
      vectors.places.add(new Place(git, Treatment.PINNED));
      vectors.folder(git);
    } else if (Files.isRegularFile(git)) {
      vectors.places.add(new Place(git, Treatment.READ_ONLY));
      vectors.worktree(git);
    }
    return vectors.places;
  }

  private void folder(Path git) throws IOException {
    if (!Files.exists(git.resolve("HEAD"))) {
      return;
    }
    // A folder that is not there cannot be protected, and git works with an empty one.
    Path hooks = git.resolve("hooks");
    if (Files.notExists(hooks, LinkOption.NOFOLLOW_LINKS) && Files.isWritable(git)) {
      Files.createDirectory(hooks);
    }
    for (String name : List.of("hooks", "config", "config.worktree", "info/attributes")) {
      Path vector = git.resolve(name);
      if (Files.isSymbolicLink(vector)) {
        places.add(new Place(git, Treatment.READ_ONLY));
      } else if (Files.exists(vector)) {
        places.add(new Place(vector, Treatment.READ_ONLY));
      }
    }
    submodules(git.resolve("modules"));
  }

  private void submodules(Path modules) throws IOException {
    if (!Files.isDirectory(modules, LinkOption.NOFOLLOW_LINKS) || places.size() > MOST_SUBMODULES) {
      return;
    }
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(modules)) {
      for (Path entry : entries) {
        if (!Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
          continue;
        }
        if (Files.exists(entry.resolve("HEAD"))) {
          folder(entry);
        } else {
          submodules(entry);
        }
      }
    }
  }

  /// A linked worktree keeps its state in the repository that it belongs to. That one is writable
  /// too, if it really knows this worktree: a forged `.git` file opens nothing.
  private void worktree(Path gitFile) throws IOException {
    Path own = pointed(gitFile, "gitdir: ");
    if (own == null || !Files.isDirectory(own)) {
      return;
    }
    Path back = pointed(own.resolve("gitdir"), "");
    Path parent = own.getParent();
    Path common = parent == null ? null : parent.getParent();
    boolean known =
        back != null
            && Files.exists(back)
            && Files.isSameFile(back, gitFile)
            && parent != null
            && common != null
            && String.valueOf(parent.getFileName()).equals("worktrees")
            && Files.exists(common.resolve("HEAD"));
    if (known && common != null) {
      Path real = common.toRealPath();
      places.add(new Place(real, Treatment.WRITABLE));
      folder(real);
    }
  }

  private static @Nullable Path pointed(Path file, String prefix) throws IOException {
    if (!Files.isRegularFile(file) || Files.size(file) > 8192) {
      return null;
    }
    String text = Files.readString(file).strip();
    Path parent = file.getParent();
    return text.startsWith(prefix) && parent != null
        ? parent.resolve(text.substring(prefix.length())).normalize()
        : null;
  }
}
