package dev.tenon.core.workspace.path;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Keeps every path inside the roots, with links resolved. A path is judged by where it really
/// leads: `..`, absolute paths, links and linked parents that lead outside are denied, also when
/// the target does not exist yet. The judged path is real and free of links; [#files] uses it in a
/// way that a link swapped in afterwards gains nothing.
///
/// Immutable; safe for several threads.
public final class PathSandbox {
  private final Path root;
  private final List<Root> roots;
  private final SafeFiles files;
  private final ForbiddenPaths forbidden;
  private final SafeFiles.Opener opener;
  private final BufferOverlay overlay;

  /// @param root an existing folder; it is resolved to its real path once
  public PathSandbox(Path root) throws IOException {
    this(root, List.of());
  }

  /// @param more further folders that may be used. Below one of them its own rule holds, also when
  ///   it lies inside another root
  public PathSandbox(Path root, List<Root> more) throws IOException {
    this(root, more, ForbiddenPaths.NOTHING);
  }

  /// @param forbidden what no tool may open although it lies inside a root
  public PathSandbox(Path root, List<Root> more, ForbiddenPaths forbidden) throws IOException {
    this(root, more, forbidden, Folder::open);
  }

  PathSandbox(Path root, List<Root> more, SafeFiles.Opener opener) throws IOException {
    this(root, more, ForbiddenPaths.NOTHING, opener);
  }

  private PathSandbox(Path root, List<Root> more, ForbiddenPaths forbidden, SafeFiles.Opener opener)
      throws IOException {
    Root project = Root.of(root, Root.Use.WRITABLE);
    this.root = project.path();
    var all = new ArrayList<Root>();
    all.add(project);
    all.addAll(more);
    this.roots = List.copyOf(all);
    this.forbidden = forbidden;
    this.opener = opener;
    this.overlay = BufferOverlay.NONE;
    this.files = new SafeFiles(this, opener);
  }

  private PathSandbox(PathSandbox disk, BufferOverlay overlay, ForbiddenPaths forbidden) {
    this.root = disk.root;
    this.roots = disk.roots;
    this.forbidden = forbidden;
    this.opener = disk.opener;
    this.overlay = overlay;
    this.files =
        new SafeFiles(
            this,
            overlay.isEmpty()
                ? disk.opener
                : folder -> OverlayFolder.over(disk.opener.open(folder), overlay));
  }

  /// The same sandbox with files in memory over those on the disk; only for reading.
  public PathSandbox over(BufferOverlay staged) {
    return staged.isEmpty() ? this : new PathSandbox(this, staged, forbidden);
  }

  /// The same sandbox with more that no tool may open.
  public PathSandbox without(ForbiddenPaths more) {
    ForbiddenPaths less = forbidden;
    return new PathSandbox(
        this,
        overlay,
        new ForbiddenPaths() {
          @Override
          public @Nullable String reading(Path path) {
            String why = less.reading(path);
            return why == null ? more.reading(path) : why;
          }

          @Override
          public @Nullable String writing(Path path) {
            String why = less.writing(path);
            return why == null ? more.writing(path) : why;
          }
        });
  }

  /// The files in memory that are seen instead of those on the disk.
  public BufferOverlay overlay() {
    return overlay;
  }

  public Path root() {
    return root;
  }

  /// All roots, the project first.
  public List<Root> roots() {
    return roots;
  }

  /// What rules keep from every tool.
  public ForbiddenPaths forbidden() {
    return forbidden;
  }

  /// The operations on the paths that this sandbox gives out.
  public SafeFiles files() {
    return files;
  }

  /// The real path of an existing file or folder.
  public Path existing(String path) throws PathException {
    Path candidate = path.strip().equals("/") ? root : candidate(path);
    Path real = seen(path, candidate);
    if (real == null) {
      Path missing = nearestReal(path, candidate);
      denyOutside(path, candidate, missing);
      throw new PathException(
          PathException.Kind.NOT_FOUND,
          "not found: " + path + (overlay.removes(missing) ? " (its removal is staged)" : ""),
          NearNames.suggest(this, missing),
          decision(path, candidate));
    }
    denyOutside(path, candidate, real);
    denyForbidden(path, candidate, forbidden.reading(real));
    denyForbidden(path, candidate, forbidden.reading(candidate));
    return real;
  }

  /// Whether there is such a file or folder. Looks for no near names, unlike asking for it in vain.
  public boolean has(String path) {
    try {
      if (seen(path, candidate(path)) == null) {
        return false;
      }
      existing(path);
      return true;
    } catch (PathException no) {
      return false;
    }
  }

  /// The real path at which a file may be written: an existing one, or a new one (with new folders)
  /// under an existing folder inside a root.
  public Path writable(String path) throws PathException {
    if (path.strip().endsWith("/")) {
      throw invalid(path, "a file path must not end with a slash: " + path);
    }
    Path candidate = candidate(path);
    Path real = real(candidate);
    if (real == null) {
      denyAddress(path);
      real = nearestReal(path, candidate);
    }
    Root owner = denyOutside(path, candidate, real);
    denyForbidden(path, candidate, forbidden.writing(real));
    denyForbidden(path, candidate, forbidden.writing(candidate));
    denyBelowFile(path, real);
    denyInsideGit(path, candidate, real);
    if (owner.use() == Root.Use.READ_ONLY) {
      throw new PathException(
          PathException.Kind.DENIED,
          "access denied: '" + path + "' lies in " + owner.path() + ", which is read-only",
          List.of("write below '.' instead"),
          decision(path, candidate) + " leads=read-only root");
    }
    for (Root each : roots) {
      if (each.path().equals(real)) {
        throw invalid(path, "this is a root folder, not a file: " + path);
      }
    }
    return real;
  }

  /// What can be read like a file is not written like one.
  private void denyAddress(String path) throws PathException {
    if (Address.of(path).isPresent()) {
      throw invalid(
          path, "'" + path + "' is an address, not a file: it may be read, and cannot be written");
    }
  }

  /// Git runs programs from its folder (hooks, and what its configuration names), long after the
  /// conversation and unasked.
  private void denyInsideGit(String path, Path candidate, Path real) throws PathException {
    for (Path name : real) {
      if (name.toString().equalsIgnoreCase(".git")) {
        throw new PathException(
            PathException.Kind.DENIED,
            "access denied: '" + path + "' belongs to git, which would run what is written there",
            List.of("use git commands instead"),
            decision(path, candidate) + " leads=git");
      }
    }
  }

  /// The name itself at a path that a scan or a journal gave out: nothing is resolved, and no link
  /// is followed. It has to lie below a writable root.
  public Path place(String path) throws PathException {
    Path place;
    try {
      place = root.resolve(path);
    } catch (InvalidPathException unusable) {
      throw invalid(path, "not a usable path: " + unusable.getReason());
    }
    Root owner = place.normalize().equals(place) ? rootOf(place) : null;
    if (owner == null || owner.use() == Root.Use.READ_ONLY || owner.path().equals(place)) {
      throw denied(path, place, owner == null ? "outside" : "a place that is not writable");
    }
    return place;
  }

  /// Whether all that is there of the way to a place are folders, not links or files.
  public boolean reachable(Path place) throws IOException {
    Path base = baseOf(place);
    for (Path at = place.getParent(); at != null && !at.equals(base); at = at.getParent()) {
      if (Files.isDirectory(at, LinkOption.NOFOLLOW_LINKS)) {
        continue;
      }
      if (Files.exists(at, LinkOption.NOFOLLOW_LINKS)) {
        return false;
      }
    }
    return true;
  }

  /// The path as the model should see it: relative to the project, with forward slashes; absolute
  /// if it lies in another root.
  public String relative(Path real) {
    if (!real.startsWith(root)) {
      return real.toString().replace(File.separatorChar, '/');
    }
    String relative = root.relativize(real).toString().replace(File.separatorChar, '/');
    return relative.isEmpty() ? "." : relative;
  }

  /// The root whose rule holds for the path: the innermost one around it.
  @Nullable Root rootOf(Path real) {
    Root best = null;
    for (Root each : roots) {
      boolean inner = best == null || each.path().getNameCount() >= best.path().getNameCount();
      if (inner && real.startsWith(each.path())) {
        best = each;
      }
    }
    return best;
  }

  /// The root to walk down from: the outermost one around the path, since what lies inside a root
  /// can be swapped.
  Path baseOf(Path real) throws IOException {
    Path best = null;
    for (Root each : roots) {
      boolean outer = best == null || each.path().getNameCount() < best.getNameCount();
      if (outer && real.startsWith(each.path())) {
        best = each.path();
      }
    }
    if (best == null || !real.normalize().equals(real)) {
      throw new AccessDeniedException(real.toString(), null, "it is outside of every root");
    }
    return best;
  }

  /// The last gate in front of a change, for callers that did not ask [#writable].
  void requireWritable(Path real) throws IOException {
    Root owner = rootOf(real);
    if (owner == null || owner.use() == Root.Use.READ_ONLY) {
      throw new AccessDeniedException(
          real.toString(), null, "it is outside of every writable root");
    }
  }

  /// White space around a path is a slip of the pen, unless a file is really called so.
  private Path candidate(String path) throws PathException {
    if (path.isBlank()) {
      throw invalid(path, "the path is empty; use '.' for the root folder");
    }
    String stripped = path.strip();
    try {
      if (stripped.length() != path.length()) {
        Path asGiven = root.resolve(path).normalize();
        if (isThere(asGiven) || overlay.has(asGiven)) {
          return asGiven;
        }
      }
      if (stripped.startsWith("file:/")) {
        return Path.of(URI.create(stripped)).normalize();
      }
      boolean home = stripped.equals("~") || stripped.startsWith("~/");
      if (home && !isThere(root.resolve("~")) && !overlay.has(root.resolve("~"))) {
        return Path.of(UserHome.path() + stripped.substring(1)).normalize();
      }
      return root.resolve(stripped).normalize();
    } catch (InvalidPathException unusable) {
      throw invalid(path, "not a usable path: " + unusable.getReason());
    } catch (IllegalArgumentException notAFileUri) {
      throw invalid(path, "not a usable file URI: " + notAFileUri.getMessage());
    }
  }

  /// Where a path really leads, or null if nothing is to be seen there.
  private @Nullable Path seen(String path, Path candidate) throws PathException {
    Path real = real(candidate);
    if (overlay.isEmpty()) {
      return real;
    }
    Path place = real == null ? nearestReal(path, candidate) : real;
    return overlay.has(place) || (real != null && !overlay.covers(real)) ? place : null;
  }

  /// Whether a folder is to be seen there.
  boolean isFolder(Path real) {
    return overlay.isFolder(real) || (Files.isDirectory(real) && !overlay.covers(real));
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
      if (!isThere(at)) {
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

  /// Whether something has this name and can be looked at. A name below a folder that may not be
  /// searched counts as missing: using it will fail, since no link is followed then.
  private static boolean isThere(Path at) {
    return Files.exists(at, LinkOption.NOFOLLOW_LINKS);
  }

  private void denyBelowFile(String path, Path real) throws PathException {
    for (Path at = real.getParent(); at != null && rootOf(at) != null; at = at.getParent()) {
      if (Files.isRegularFile(at, LinkOption.NOFOLLOW_LINKS)) {
        throw invalid(path, relative(at) + " is a file, so nothing can be below it: " + path);
      }
    }
  }

  private void denyForbidden(String path, Path candidate, @Nullable String rule)
      throws PathException {
    if (rule != null) {
      throw new PathException(
          PathException.Kind.DENIED,
          "access denied: '" + path + "' is closed by the rule " + rule,
          List.of(),
          decision(path, candidate) + " rule=" + rule);
    }
  }

  private Root denyOutside(String path, Path candidate, Path real) throws PathException {
    Root owner = rootOf(real);
    if (owner == null) {
      throw denied(path, candidate, "outside");
    }
    return owner;
  }

  private PathException denied(String path, Path candidate, String where) {
    return new PathException(
        PathException.Kind.DENIED,
        "access denied: '"
            + path
            + "' leads "
            + (where.equals("outside") ? "outside the root" : "to " + where),
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
