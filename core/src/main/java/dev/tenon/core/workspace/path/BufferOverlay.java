package dev.tenon.core.workspace.path;

import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Files in memory that lie over those on the disk, and places where a file on the disk is not to
/// be seen any more. A folder that such a file needs is there with it; a folder that loses its last
/// file stays. Immutable.
public final class BufferOverlay {
  /// Nothing lies over the disk.
  public static final BufferOverlay NONE = new BufferOverlay(Map.of());

  private final Map<Path, Optional<FileBuffer>> files;

  /// What lies in each folder that has something of this in it or below it, by name.
  private final Map<Path, Map<String, Entry>> folders = new HashMap<>();

  private BufferOverlay(Map<Path, Optional<FileBuffer>> files) {
    this.files = files;
    for (Map.Entry<Path, Optional<FileBuffer>> file : files.entrySet()) {
      put(file.getKey(), file.getValue().orElse(null));
    }
  }

  /// @param files by real path; nothing for a file that is gone
  public static BufferOverlay of(Map<Path, Optional<FileBuffer>> files) {
    return files.isEmpty()
        ? NONE
        : new BufferOverlay(Collections.unmodifiableMap(new LinkedHashMap<>(files)));
  }

  /// What lies over a name of a folder.
  public sealed interface Entry {}

  /// A file in memory.
  public record BufferedFile(FileBuffer buffer) implements Entry {}

  /// A folder with such a file in it or below it.
  record BufferedFolder() implements Entry {}

  /// A file on the disk that is gone.
  record Removed() implements Entry {}

  private void put(Path file, @Nullable FileBuffer buffer) {
    Path at = file;
    for (Path parent = at.getParent(); parent != null; parent = at.getParent()) {
      Map<String, Entry> names = folders.computeIfAbsent(parent, folder -> new TreeMap<>());
      if (buffer != null) {
        names.put(nameOf(at), at.equals(file) ? new BufferedFile(buffer) : new BufferedFolder());
      } else if (at.equals(file)) {
        // A folder may have taken the place of the file.
        names.putIfAbsent(nameOf(at), new Removed());
      }
      at = parent;
    }
  }

  private static String nameOf(Path file) {
    return String.valueOf(file.getFileName());
  }

  public boolean isEmpty() {
    return files.isEmpty();
  }

  /// The files, in the order in which they were given; nothing for one that is gone.
  public Map<Path, Optional<FileBuffer>> files() {
    return files;
  }

  /// What lies in the folder; null if there is nothing in it or below it.
  @Nullable Map<String, Entry> in(Path folder) {
    return folders.get(folder);
  }

  /// What lies over the file or folder at this path; null if nothing does.
  @Nullable
  public Entry at(Path real) {
    Path parent = real.getParent();
    Map<String, Entry> names = parent == null ? null : folders.get(parent);
    return names == null ? null : names.get(nameOf(real));
  }

  /// Whether there is a file or folder because of this.
  boolean has(Path real) {
    return at(real) instanceof BufferedFile || isFolder(real);
  }

  boolean isFolder(Path real) {
    return at(real) instanceof BufferedFolder;
  }

  boolean removes(Path real) {
    return at(real) instanceof Removed;
  }

  /// Whether a file at this path on the disk is not to be seen: it is another, gone, or behind one.
  public boolean covers(Path real) {
    if (at(real) != null) {
      return true;
    }
    for (Path above = real.getParent(); above != null; above = above.getParent()) {
      if (at(above) instanceof BufferedFile) {
        return true;
      }
    }
    return false;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof BufferOverlay overlay && files.equals(overlay.files);
  }

  @Override
  public int hashCode() {
    return files.hashCode();
  }
}
