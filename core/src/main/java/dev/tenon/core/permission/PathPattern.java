package dev.tenon.core.permission;

import dev.tenon.core.permission.command.Word;
import dev.tenon.core.workspace.path.PathException;
import dev.tenon.core.workspace.walk.Glob;
import java.nio.file.Path;
import java.util.Optional;

/// A glob of a rule, bound to a project. A relative one speaks of the project; without a slash, or
/// with `**/` in front, of every folder anywhere; `/…` and `~/…` speak of the whole machine.
/// Immutable.
public final class PathPattern {
  private static final int LONGEST = 1000;

  private final String source;
  private final Path origin;
  private final String relative;
  private final Glob glob;

  private PathPattern(String source, Path origin, String relative, Glob glob) {
    this.source = source;
    this.origin = origin;
    this.relative = relative;
    this.glob = glob;
  }

  /// @param root the project's real path
  static PathPattern of(String pattern, Path root, Path userHome) throws RuleException {
    Path origin = root;
    String relative = pattern;
    if (pattern.equals("~") || pattern.startsWith("~/")) {
      origin = userHome;
      relative = "./" + pattern.substring(Math.min(2, pattern.length()));
    } else if (pattern.startsWith("/")) {
      origin = Path.of("/");
      relative = "." + pattern;
    }
    while (relative.length() > 1 && relative.endsWith("/")) {
      relative = relative.substring(0, relative.length() - 1);
    }
    try {
      return new PathPattern(pattern, origin, relative, Glob.of(relative));
    } catch (PathException wrong) {
      throw new RuleException("'" + pattern + "' is no glob: " + wrong.getMessage());
    }
  }

  /// Whether the pattern matches the path or a folder above it: what is denied is denied with all
  /// that it holds.
  public boolean covers(Path path) {
    String below = below(path);
    if (below == null) {
      return false;
    }
    for (int slash = below.indexOf('/'); slash >= 0; slash = below.indexOf('/', slash + 1)) {
      if (slash > 0 && glob.matches(below.substring(0, slash))) {
        return true;
      }
    }
    return glob.matches(below);
  }

  /// Whether the pattern matches the path itself, or names a folder above it without wildcards.
  boolean matches(Path path) {
    String below = below(path);
    return Glob.isPattern(source) ? below != null && glob.matches(below) : covers(path);
  }

  private @org.jspecify.annotations.Nullable String below(Path path) {
    if (path.startsWith(origin)) {
      return slashed(origin.relativize(path));
    }
    boolean floats = relative.indexOf('/') < 0 || relative.startsWith("**/");
    return floats && path.getNameCount() > 0 ? slashed(path.subpath(0, path.getNameCount())) : null;
  }

  private static String slashed(Path path) {
    return path.toString().replace('\\', '/');
  }

  /// Whether a path with wildcards or expansions of the shell in it could come to name something
  /// that the pattern covers.
  ///
  /// @param path absolute, with the marks of [Word]
  boolean mayCover(String path) {
    if (path.length() > LONGEST) {
      return true;
    }
    boolean floats = relative.indexOf('/') < 0 || relative.startsWith("**/");
    String own = relative.startsWith("./") ? relative.substring(2) : relative;
    String absolute =
        floats
            ? "/**/" + (own.startsWith("**/") ? own.substring(3) : own)
            : (origin.toString().equals("/") ? "" : origin.toString()) + "/" + own;
    return GlobOverlap.possible(absolute, path);
  }

  /// The one path that is meant, if the pattern has no wildcards and belongs to one folder; for an
  /// operating system that can bar paths but no patterns.
  public Optional<Path> exact() {
    boolean floats = relative.indexOf('/') < 0;
    return Glob.isPattern(source) || floats
        ? Optional.empty()
        : Optional.of(origin.resolve(relative).normalize());
  }

  /// The folder that is meant with all that it holds, if the pattern is one absolute folder and
  /// `/**`.
  Optional<Path> wholeFolder() {
    boolean absolute = source.startsWith("/") || source.startsWith("~/");
    if (!absolute || !source.endsWith("/**")) {
      return Optional.empty();
    }
    String folder = relative.substring(0, relative.length() - "/**".length());
    return Glob.isPattern(folder)
        ? Optional.empty()
        : Optional.of(origin.resolve(folder).normalize());
  }

  @Override
  public String toString() {
    return source;
  }
}
