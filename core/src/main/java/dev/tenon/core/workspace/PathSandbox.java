package dev.tenon.core.workspace;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Keeps every path inside the root, with links resolved. A path is judged by where it really
/// leads: `..`, absolute paths, links and linked parents that lead outside are denied, also when
/// the target does not exist yet.
public final class PathSandbox {
  private final Path root;

  /// @param root an existing folder; it is resolved to its real path once
  public PathSandbox(Path root) throws IOException {
    this.root = root.toRealPath();
    if (!Files.isDirectory(this.root)) {
      throw new IOException("not a folder: " + root);
    }
  }

  public Path root() {
    return root;
  }

  /// The real path of an existing file or folder.
  public Path existing(String path) throws PathException {
    Path candidate = candidate(path);
    Path real = real(candidate);
    if (real == null) {
      denyOutside(path, candidate, nearestReal(path, candidate));
      throw new PathException(
          PathException.Kind.NOT_FOUND,
          "not found: " + path,
          NearNames.suggest(root, candidate),
          decision(path, candidate));
    }
    denyOutside(path, candidate, real);
    return real;
  }

  /// The real path at which a file may be written: an existing one, or a new one (with new folders)
  /// under an existing folder inside the root.
  public Path writable(String path) throws PathException {
    if (path.endsWith("/")) {
      throw invalid(path, "a file path must not end with a slash: " + path);
    }
    Path candidate = candidate(path);
    Path real = real(candidate);
    if (real == null) {
      real = nearestReal(path, candidate);
    }
    denyOutside(path, candidate, real);
    if (real.equals(root)) {
      throw invalid(path, "this is the root folder, not a file: " + path);
    }
    return real;
  }

  /// The path as the model should see it: relative to the root, with forward slashes.
  public String relative(Path real) {
    String relative = root.relativize(real).toString().replace('\\', '/');
    return relative.isEmpty() ? "." : relative;
  }

  private Path candidate(String path) throws PathException {
    if (path.isBlank()) {
      throw invalid(path, "the path is empty; use '.' for the root folder");
    }
    try {
      return root.resolve(path.strip()).normalize();
    } catch (InvalidPathException unusable) {
      throw invalid(path, "not a usable path: " + unusable.getReason());
    }
  }

  private static @Nullable Path real(Path candidate) {
    try {
      return candidate.toRealPath();
    } catch (IOException missingOrLoop) {
      return null;
    }
  }

  /// Where a path that does not exist would come to lie: its nearest existing ancestor with links
  /// resolved, and the rest of the names. A dangling or looping link on the way is denied, since
  /// writing through it could create a file anywhere.
  private Path nearestReal(String path, Path candidate) throws PathException {
    for (Path at = candidate; at != null; at = at.getParent()) {
      if (!Files.exists(at, LinkOption.NOFOLLOW_LINKS)) {
        continue;
      }
      Path real = real(at);
      if (real == null) {
        throw denied(path, candidate, "a broken link");
      }
      return real.resolve(at.relativize(candidate)).normalize();
    }
    throw denied(path, candidate, "nowhere");
  }

  private void denyOutside(String path, Path candidate, Path real) throws PathException {
    if (!real.startsWith(root)) {
      throw denied(path, candidate, "outside");
    }
  }

  private PathException denied(String path, Path candidate, String where) {
    return new PathException(
        PathException.Kind.DENIED,
        "access denied: '"
            + path
            + "' leads "
            + where
            + (where.equals("outside") ? " the root" : ""),
        List.of("use a relative path under '.'"),
        decision(path, candidate) + " leads=" + where);
  }

  private PathException invalid(String path, String message) {
    return new PathException(
        PathException.Kind.INVALID, message, List.of(), "root=" + root + " path=" + path);
  }

  private String decision(String path, Path candidate) {
    return "root="
        + root
        + " path="
        + path
        + " cleaned="
        + candidate
        + " rel="
        + root.relativize(candidate);
  }
}
