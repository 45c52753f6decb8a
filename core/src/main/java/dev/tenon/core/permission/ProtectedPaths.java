package dev.tenon.core.permission;

import dev.tenon.core.workspace.path.PathSandbox;
import dev.tenon.core.workspace.path.Root;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Tells where a path leads: into a root, out of all of them, or to something that deserves more
/// care than other files: the inside of a repository, a project's configuration of Tenon, Tenon's
/// own state.
///
/// @param roots the project first; none when nothing is known, and then every path is outside
/// @param userHome what `~` means
/// @param state the folder with Tenon's own state, which no tool may write
public record ProtectedPaths(List<Root> roots, Path userHome, Path state) {
  /// Nothing is known, so that everything is outside.
  public static final ProtectedPaths NOWHERE =
      new ProtectedPaths(List.of(), Path.of("/"), Path.of("/nowhere"));

  public ProtectedPaths {
    roots = List.copyOf(roots);
  }

  public static ProtectedPaths of(PathSandbox sandbox, Path userHome, Path state) {
    return new ProtectedPaths(sandbox.roots(), userHome, real(state));
  }

  /// The folder that relative paths start from.
  Path start() {
    return roots.isEmpty() ? Path.of("/") : roots.getFirst().path();
  }

  /// The ways in which one file is spelled: as it is written, and where its links lead. Nothing for
  /// text that is no path.
  ///
  /// @param folder real, where the path is used
  Optional<List<Path>> spellings(Path folder, String text) {
    try {
      Path written = folder.resolve(text);
      var all = new ArrayList<Path>(2);
      all.add(written.normalize());
      Path real = lead(folder, written);
      if (!real.equals(all.getFirst())) {
        all.add(real);
      }
      return Optional.of(all);
    } catch (InvalidPathException noPath) {
      return Optional.empty();
    }
  }

  /// Where a path leads when links are followed before `..` is, as the system does it.
  private static Path lead(Path folder, Path written) {
    Path at = written.isAbsolute() && written.getRoot() != null ? written.getRoot() : folder;
    for (Path name : written) {
      if (name.toString().equals("..")) {
        Path above = real(at).getParent();
        at = above == null ? at : above;
      } else if (!name.toString().equals(".")) {
        at = at.resolve(name);
      }
    }
    return real(at);
  }

  /// The real path, as far down as it exists.
  private static Path real(Path path) {
    for (Path at = path; at != null; at = at.getParent()) {
      if (Files.exists(at, LinkOption.NOFOLLOW_LINKS)) {
        try {
          return at.toRealPath().resolve(at.relativize(path)).normalize();
        } catch (IOException brokenLink) {
          return Path.of("/nowhere").resolve(path.getFileName());
        }
      }
    }
    return path.normalize();
  }

  /// Whether every spelling lies in a root.
  boolean inside(List<Path> spellings) {
    for (Path path : spellings) {
      if (owner(path).isEmpty()) {
        return false;
      }
    }
    return !spellings.isEmpty();
  }

  /// Whether every spelling lies in a root that may be written.
  boolean writable(List<Path> spellings) {
    for (Path path : spellings) {
      Optional<Root> owner = owner(path);
      if (owner.isEmpty() || owner.get().use() == Root.Use.READ_ONLY) {
        return false;
      }
    }
    return !spellings.isEmpty();
  }

  private Optional<Root> owner(Path path) {
    Root best = null;
    for (Root root : roots) {
      boolean inner = best == null || root.path().getNameCount() >= best.path().getNameCount();
      best = inner && path.startsWith(root.path()) ? root : best;
    }
    return Optional.ofNullable(best);
  }

  /// Whether it belongs to Tenon's own state.
  boolean isState(List<Path> spellings) {
    for (Path path : spellings) {
      if (path.startsWith(state)) {
        return true;
      }
    }
    return false;
  }

  /// Whether writing it changes what programs do later without being asked: the inside of a
  /// repository, and a project's own configuration of Tenon.
  boolean isDelicate(List<Path> spellings) {
    for (Path path : spellings) {
      for (Path name : path) {
        String text = name.toString();
        if (text.equalsIgnoreCase(".git") || text.equalsIgnoreCase(".tenon")) {
          return true;
        }
      }
      if (completesRepository(path)) {
        return true;
      }
    }
    return false;
  }

  /// Whether a file would make its folder a repository, or belongs to one, by whatever name: git
  /// would take what is configured there.
  private static boolean completesRepository(Path file) {
    String name = String.valueOf(file.getFileName());
    Path folder = file.getParent();
    if (folder == null) {
      return false;
    }
    if (name.equals("HEAD") || name.equals("config") || name.equals("commondir")) {
      return Files.exists(folder.resolve("objects"))
          || Files.exists(folder.resolve("refs"))
          || (!name.equals("HEAD") && Files.exists(folder.resolve("HEAD")));
    }
    for (Path at = folder; at != null && at.getParent() != null; at = at.getParent()) {
      String part = String.valueOf(at.getFileName());
      boolean inner = part.equals("objects") || part.equals("refs") || part.equals("hooks");
      if (inner
          && Files.exists(at.resolveSibling("HEAD"))
          && Files.exists(at.resolveSibling("config"))) {
        return true;
      }
    }
    return false;
  }
}
