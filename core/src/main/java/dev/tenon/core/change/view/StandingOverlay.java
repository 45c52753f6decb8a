package dev.tenon.core.change.view;

import dev.tenon.core.exec.sandbox.RecursiveDelete;
import dev.tenon.core.exec.shell.Confinement;
import dev.tenon.core.text.FileBytes;
import dev.tenon.core.text.FileMode;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// A standing view made by the kernel. Everything is in the upper layers of its overlays; what is
/// to be gone before the kernel has noted it stands in the file `gone`.
final class StandingOverlay implements StandingView {
  private final Path folder;
  private final Path gone;
  private final List<Path> roots;
  private final OverlayView overlay;
  private final Set<Path> removed = new TreeSet<>();

  /// @param folder of this view alone; what it holds already is seen
  StandingOverlay(Path folder, List<Path> roots) throws IOException {
    this.folder = folder;
    this.gone = folder.resolve("gone");
    this.roots = roots;
    if (Files.exists(gone)) {
      for (String path : Files.readString(gone).split("\0", -1)) {
        if (!path.isEmpty()) {
          removed.add(Path.of(path));
        }
      }
    }
    this.overlay = new OverlayView(folder, roots, Map.of());
    note();
  }

  @Override
  public CommandViews.Kind kind() {
    return CommandViews.Kind.OVERLAY;
  }

  @Override
  public void refresh() throws IOException {
    settle();
  }

  @Override
  public Confinement confinement() {
    return overlay.confinement();
  }

  @Override
  public Map<Path, Optional<Path>> touched() throws IOException {
    settle();
    Map<Path, Optional<Path>> touched = new LinkedHashMap<>(overlay.touched());
    for (Path each : removed) {
      touched.put(each, Optional.empty());
    }
    return touched;
  }

  /// What lies in an upper layer has come back after it was to be gone: by a command, because here
  /// files are removed before that is noted.
  private void settle() throws IOException {
    boolean changed = false;
    for (Path each : List.copyOf(removed)) {
      Path place = place(each);
      if (Files.exists(place, LinkOption.NOFOLLOW_LINKS)) {
        removed.remove(each);
        changed = true;
      }
    }
    if (changed) {
      note();
    }
  }

  private void note() throws IOException {
    var paths = new StringBuilder();
    removed.forEach(path -> paths.append(path).append('\0'));
    Path fresh = folder.resolve("gone.new");
    Files.write(fresh, paths.toString().getBytes(StandardCharsets.UTF_8));
    Files.move(fresh, gone, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  private Path rootOf(Path real) throws IOException {
    for (Path root : roots) {
      if (real.startsWith(root)) {
        return root;
      }
    }
    throw new IOException(real + " lies outside of the folders that can be changed");
  }

  @Override
  public Path place(Path real) throws IOException {
    Path root = rootOf(real);
    return overlay.upper(root).resolve(root.relativize(real));
  }

  /// Makes room for something at this path.
  private Path prepared(Path real) throws IOException {
    Path root = rootOf(real);
    Path place = place(real);
    for (Path above = place.getParent();
        above != null && !above.equals(overlay.upper(root));
        above = above.getParent()) {
      if (Files.exists(above, LinkOption.NOFOLLOW_LINKS)
          && !Files.isDirectory(above, LinkOption.NOFOLLOW_LINKS)) {
        throw new IOException(
            "a folder on the way to " + real + " is gone here; make it with a command");
      }
    }
    overlay.makeFolders(root, Objects.requireNonNull(real.getParent(), "below a root"));
    if (Files.isDirectory(place, LinkOption.NOFOLLOW_LINKS)) {
      throw new IOException(real + " is a folder here");
    }
    return place;
  }

  private void arrived(Path real) throws IOException {
    if (removed.remove(real)) {
      note();
    }
  }

  @Override
  public Path write(Path real, FileBytes bytes, @Nullable FileMode mode) throws IOException {
    Path place = prepared(real);
    putAside(place, bytes, mode);
    arrived(real);
    return place;
  }

  /// Writes a file beside its place and lets it take it, so that there is never half of one.
  static void putAside(Path place, FileBytes bytes, @Nullable FileMode mode) throws IOException {
    Path parent = Objects.requireNonNull(place.getParent(), "below a root");
    Path fresh = Files.createTempFile(parent, ".tenon-", ".new");
    try {
      try (FileChannel out = FileChannel.open(fresh, StandardOpenOption.WRITE)) {
        bytes.copyTo(out);
      }
      Files.setPosixFilePermissions(
          fresh, (mode == null ? new FileMode(0644) : mode).permissions());
      Files.move(fresh, place, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(fresh);
    }
  }

  @Override
  public Path link(Path real, String target) throws IOException {
    Path place = prepared(real);
    Files.deleteIfExists(place);
    Files.createSymbolicLink(place, Path.of(target));
    arrived(real);
    return place;
  }

  @Override
  public void remove(Path real) throws IOException {
    RecursiveDelete.delete(place(real));
    removed.add(real);
    note();
  }

  @Override
  public boolean reset(Path real) throws IOException {
    Path root = rootOf(real);
    Path place = place(real);
    for (Path above = place.getParent();
        above != null && above.startsWith(overlay.upper(root));
        above = above.getParent()) {
      if (Files.isDirectory(above, LinkOption.NOFOLLOW_LINKS) && OverlayView.isOpaque(above)) {
        return false;
      }
    }
    Files.deleteIfExists(place);
    arrived(real);
    return true;
  }
}
