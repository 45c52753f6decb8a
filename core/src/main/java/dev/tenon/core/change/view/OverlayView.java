package dev.tenon.core.change.view;

import dev.tenon.core.exec.sandbox.RecursiveDelete;
import dev.tenon.core.exec.shell.Confinement;
import dev.tenon.core.text.FileMode;
import dev.tenon.core.workspace.path.FileBuffer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A view made by the kernel: an overlay over each root, whose upper layer holds the working
/// buffers at first and everything that the command did in the end.
final class OverlayView implements CommandView {
  private static final Set<String> OWN_BUSINESS = Set.of(".git", ".hg", ".svn", ".jj");

  /// The system takes paths of 4096 bytes, and a name can have 255.
  private static final int LONGEST = 4096 - 256;

  private final Path folder;
  private final List<Path> roots;
  private final Map<Path, Optional<FileBuffer>> unsaved;
  private final ViewMounts mounts;
  private int tooDeep;

  /// @param folder of this view alone
  OverlayView(Path folder, List<Path> roots, Map<Path, Optional<FileBuffer>> unsaved)
      throws IOException {
    this.folder = folder;
    this.roots = roots;
    this.unsaved = unsaved;
    Path gone = folder.resolve("gone");
    this.mounts = new ViewMounts(gone);
    for (Path root : roots) {
      Path upper = Files.createDirectories(upper(root));
      Files.setPosixFilePermissions(upper, Files.getPosixFilePermissions(root));
      mounts.overlay(root, upper, Files.createDirectories(folder.resolve("work" + index(root))));
    }
    if (!unsaved.isEmpty() || !Files.exists(gone)) {
      Files.write(gone, seed());
    }
  }

  ViewMounts mounts() {
    return mounts;
  }

  private int index(Path root) {
    return roots.indexOf(root);
  }

  Path upper(Path root) {
    return folder.resolve("upper" + index(root));
  }

  /// Puts the working buffers into the upper layers. Answers the paths that are to be gone.
  private byte[] seed() throws IOException {
    var gone = new StringBuilder();
    for (Map.Entry<Path, Optional<FileBuffer>> each : unsaved.entrySet()) {
      Path root = rootOf(each.getKey());
      if (root == null) {
        continue;
      }
      if (each.getValue().isEmpty()) {
        gone.append(each.getKey()).append('\0');
      } else {
        FileBuffer buffer = each.getValue().get();
        Path file = upper(root).resolve(root.relativize(each.getKey()));
        makeFolders(root, above(each.getKey()));
        CommandViews.write(file, buffer);
        FileMode mode = buffer.mode();
        if (mode != null) {
          Files.setPosixFilePermissions(file, mode.permissions());
        }
      }
    }
    return gone.toString().getBytes(StandardCharsets.UTF_8);
  }

  private @Nullable Path rootOf(Path file) {
    for (Path root : roots) {
      if (file.startsWith(root)) {
        return root;
      }
    }
    return null;
  }

  private static Path above(Path inside) {
    return Objects.requireNonNull(inside.getParent(), "a path below a root has a folder");
  }

  /// A folder of the upper layer has the mode of the one below.
  void makeFolders(Path root, Path real) throws IOException {
    Path upper = upper(root);
    Path at = root;
    for (Path name : root.relativize(real)) {
      upper = upper.resolve(name);
      at = at.resolve(name);
      if (!Files.isDirectory(upper)) {
        Files.createDirectory(upper);
        if (Files.isDirectory(at)) {
          Set<PosixFilePermission> mode = Files.getPosixFilePermissions(at);
          Files.setPosixFilePermissions(upper, mode);
        }
      }
    }
  }

  @Override
  public Confinement confinement() {
    return mounts.confinement("overlay");
  }

  @Override
  public Map<Path, Optional<Path>> touched() throws IOException {
    Map<Path, Optional<Path>> touched = new LinkedHashMap<>();
    for (Path root : roots) {
      compare(upper(root), root, touched);
    }
    for (Map.Entry<Path, Optional<FileBuffer>> each : unsaved.entrySet()) {
      Path root = rootOf(each.getKey());
      if (root != null && each.getValue().isPresent()) {
        Path file = upper(root).resolve(root.relativize(each.getKey()));
        if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
          touched.putIfAbsent(each.getKey(), Optional.empty());
        }
      }
    }
    return touched;
  }

  /// A folder of the upper layer, and the real one that it lies over.
  private record Pair(Path upper, Path real) {}

  private void compare(Path upper, Path real, Map<Path, Optional<Path>> touched)
      throws IOException {
    var waiting = new ArrayDeque<Pair>();
    waiting.push(new Pair(upper, real));
    while (!waiting.isEmpty()) {
      Pair at = waiting.pop();
      if (isTooDeep(at.upper) || isTooDeep(at.real)) {
        tooDeep++;
      } else {
        compare(at, waiting, touched);
      }
    }
  }

  private void compare(Pair at, Deque<Pair> waiting, Map<Path, Optional<Path>> touched)
      throws IOException {
    boolean covered = Files.isDirectory(at.real, LinkOption.NOFOLLOW_LINKS);
    try (DirectoryStream<Path> names = Files.newDirectoryStream(at.upper)) {
      for (Path entry : names) {
        Path place = at.real.resolve(String.valueOf(entry.getFileName()));
        if (OWN_BUSINESS.contains(String.valueOf(entry.getFileName()))) {
          continue;
        }
        if (Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
          if (Files.exists(place, LinkOption.NOFOLLOW_LINKS)
              && !Files.isDirectory(place, LinkOption.NOFOLLOW_LINKS)) {
            touched.put(place, Optional.empty());
          }
          waiting.push(new Pair(entry, place));
        } else {
          allBelow(place, touched);
          touched.put(place, isWhiteout(entry) ? Optional.empty() : Optional.of(entry));
        }
      }
    }
    if (covered && isOpaque(at.upper)) {
      try (DirectoryStream<Path> names = Files.newDirectoryStream(at.real)) {
        for (Path entry : names) {
          Path above = at.upper.resolve(String.valueOf(entry.getFileName()));
          if (!Files.exists(above, LinkOption.NOFOLLOW_LINKS)) {
            allBelow(entry, touched);
            touched.put(entry, Optional.empty());
          }
        }
      }
    }
  }

  /// Everything in a folder that something else has taken the place of is gone: what lies deeper
  /// comes first.
  private void allBelow(Path place, Map<Path, Optional<Path>> touched) throws IOException {
    var waiting = new ArrayDeque<Path>();
    var below = new ArrayList<Path>();
    waiting.push(place);
    while (!waiting.isEmpty()) {
      Path at = waiting.pop();
      if (!Files.isDirectory(at, LinkOption.NOFOLLOW_LINKS)) {
        continue;
      }
      if (isTooDeep(at)) {
        tooDeep++;
        continue;
      }
      try (DirectoryStream<Path> names = Files.newDirectoryStream(at)) {
        for (Path entry : names) {
          if (!OWN_BUSINESS.contains(String.valueOf(entry.getFileName()))) {
            below.add(entry);
            waiting.push(entry);
          }
        }
      }
    }
    for (Path entry : below.reversed()) {
      touched.put(entry, Optional.empty());
    }
  }

  /// Whether the names in a folder may have paths that the system does not take.
  private static boolean isTooDeep(Path folder) {
    return folder.toString().getBytes(StandardCharsets.UTF_8).length > LONGEST;
  }

  /// How the kernel notes that a name is gone: a device with the number 0.
  private static boolean isWhiteout(Path entry) throws IOException {
    Map<String, Object> attributes =
        Files.readAttributes(entry, "unix:mode,rdev", LinkOption.NOFOLLOW_LINKS);
    int kind = ((Number) attributes.getOrDefault("mode", 0)).intValue() & 0170000;
    return kind == 0020000 && ((Number) attributes.getOrDefault("rdev", 1L)).longValue() == 0;
  }

  static boolean isOpaque(Path upper) throws IOException {
    var view = Files.getFileAttributeView(upper, UserDefinedFileAttributeView.class);
    if (view == null || !view.list().contains("overlay.opaque")) {
      return false;
    }
    var value = ByteBuffer.allocate(view.size("overlay.opaque"));
    view.read("overlay.opaque", value);
    return value.position() > 0 && value.get(0) == 'y';
  }

  @Override
  public String note() {
    return tooDeep == 0
        ? ""
        : "folders that lie too deep for their paths to be opened were left out: " + tooDeep;
  }

  @Override
  public void close() throws IOException {
    RecursiveDelete.delete(folder);
  }
}
