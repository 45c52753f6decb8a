package dev.tenon.core.change.view;

import dev.tenon.core.exec.sandbox.RecursiveDelete;
import dev.tenon.core.exec.shell.Confinement;
import dev.tenon.core.text.FileMode;
import dev.tenon.core.text.TextFile;
import dev.tenon.core.workspace.Snapshot;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.UserDefinedFileAttributeView;
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

  private final Path folder;
  private final List<Path> roots;
  private final Map<Path, Optional<Snapshot>> unsaved;
  private final ViewMounts mounts;

  /// @param folder of this view alone
  OverlayView(Path folder, List<Path> roots, Map<Path, Optional<Snapshot>> unsaved)
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
    Files.write(gone, seed());
  }

  ViewMounts mounts() {
    return mounts;
  }

  private int index(Path root) {
    return roots.indexOf(root);
  }

  private Path upper(Path root) {
    return folder.resolve("upper" + index(root));
  }

  /// Puts the working buffers into the upper layers. Answers the paths that are to be gone.
  private byte[] seed() throws IOException {
    var gone = new StringBuilder();
    for (Map.Entry<Path, Optional<Snapshot>> each : unsaved.entrySet()) {
      Path root = rootOf(each.getKey());
      if (root == null) {
        continue;
      }
      if (each.getValue().isEmpty()) {
        gone.append(each.getKey()).append('\0');
      } else if (each.getValue().get().content() instanceof TextFile text) {
        Path file = upper(root).resolve(root.relativize(each.getKey()));
        makeFolders(root, above(each.getKey()));
        Files.write(file, text.bytes());
        if (text.mode().isPresent()) {
          Files.setPosixFilePermissions(file, text.mode().map(FileMode::permissions).get());
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
  private void makeFolders(Path root, Path real) throws IOException {
    if (real.equals(root)) {
      return;
    }
    Path upper = upper(root).resolve(root.relativize(real));
    if (!Files.isDirectory(upper)) {
      makeFolders(root, above(real));
      Files.createDirectory(upper);
      if (Files.isDirectory(real)) {
        Set<PosixFilePermission> mode = Files.getPosixFilePermissions(real);
        Files.setPosixFilePermissions(upper, mode);
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
    for (Map.Entry<Path, Optional<Snapshot>> each : unsaved.entrySet()) {
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

  private void compare(Path upper, Path real, Map<Path, Optional<Path>> touched)
      throws IOException {
    boolean covered = Files.isDirectory(real, LinkOption.NOFOLLOW_LINKS);
    try (DirectoryStream<Path> names = Files.newDirectoryStream(upper)) {
      for (Path entry : names) {
        Path place = real.resolve(String.valueOf(entry.getFileName()));
        if (OWN_BUSINESS.contains(String.valueOf(entry.getFileName()))) {
          continue;
        }
        if (Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
          if (Files.exists(place, LinkOption.NOFOLLOW_LINKS)
              && !Files.isDirectory(place, LinkOption.NOFOLLOW_LINKS)) {
            touched.put(place, Optional.empty());
          }
          compare(entry, place, touched);
        } else {
          allBelow(place, touched);
          touched.put(place, isWhiteout(entry) ? Optional.empty() : Optional.of(entry));
        }
      }
    }
    if (covered && isOpaque(upper)) {
      try (DirectoryStream<Path> names = Files.newDirectoryStream(real)) {
        for (Path entry : names) {
          Path above = upper.resolve(String.valueOf(entry.getFileName()));
          if (!Files.exists(above, LinkOption.NOFOLLOW_LINKS)) {
            allBelow(entry, touched);
            touched.put(entry, Optional.empty());
          }
        }
      }
    }
  }

  /// Everything in a folder that something else has taken the place of is gone.
  private static void allBelow(Path place, Map<Path, Optional<Path>> touched) throws IOException {
    if (!Files.isDirectory(place, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    try (DirectoryStream<Path> names = Files.newDirectoryStream(place)) {
      for (Path entry : names) {
        if (!OWN_BUSINESS.contains(String.valueOf(entry.getFileName()))) {
          allBelow(entry, touched);
          touched.put(entry, Optional.empty());
        }
      }
    }
  }

  /// How the kernel notes that a name is gone: a device with the number 0.
  private static boolean isWhiteout(Path entry) throws IOException {
    Map<String, Object> attributes =
        Files.readAttributes(entry, "unix:mode,rdev", LinkOption.NOFOLLOW_LINKS);
    int kind = ((Number) attributes.getOrDefault("mode", 0)).intValue() & 0170000;
    return kind == 0020000 && ((Number) attributes.getOrDefault("rdev", 1L)).longValue() == 0;
  }

  private static boolean isOpaque(Path upper) throws IOException {
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
    return "";
  }

  @Override
  public void close() throws IOException {
    RecursiveDelete.delete(folder);
  }
}
