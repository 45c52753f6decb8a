package dev.tenon.core.workspace.path;

import dev.tenon.core.text.FileMode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.ReadOnlyFileSystemException;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// A folder as it is seen with an overlay: files in memory in front of those on the disk. It can
/// only be read.
///
/// @param disk the folder on the disk, null if it is not there
/// @param staged what lies over its names
public record OverlayFolder(
    Path path,
    @Nullable Folder disk,
    Map<String, BufferOverlay.Entry> staged,
    BufferOverlay overlay)
    implements Folder {
  /// Files in memory and folders around them have no time of their own.
  private static final FileTime NO_TIME = FileTime.fromMillis(0);

  /// The folder with what lies over it; itself if nothing does.
  static Folder over(Folder disk, BufferOverlay overlay) {
    Map<String, BufferOverlay.Entry> staged = overlay.in(disk.path());
    return staged == null ? disk : new OverlayFolder(disk.path(), disk, staged, overlay);
  }

  @Override
  public Folder folder(String name) throws IOException {
    BufferOverlay.Entry entry = staged.get(name);
    if (entry == null) {
      return over(requireDisk(name).folder(name), overlay);
    }
    return switch (entry) {
      case BufferOverlay.BufferedFile file -> throw new NotDirectoryException(name);
      case BufferOverlay.Removed gone -> throw new NoSuchFileException(name);
      case BufferOverlay.BufferedFolder folder -> {
        if (diskHasFolder(name)) {
          yield over(requireDisk(name).folder(name), overlay);
        }
        Path child = path.resolve(name);
        yield new OverlayFolder(child, null, namesIn(child), overlay);
      }
    };
  }

  private Map<String, BufferOverlay.Entry> namesIn(Path child) {
    Map<String, BufferOverlay.Entry> inside = overlay.in(child);
    return inside == null ? Map.of() : inside;
  }

  private boolean diskHasFolder(String name) throws IOException {
    FileStat stat = disk == null ? null : disk.statIfThere(name);
    return stat != null && stat.isFolder();
  }

  private Folder requireDisk(String name) throws NoSuchFileException {
    if (disk == null) {
      throw new NoSuchFileException(name);
    }
    return disk;
  }

  @Override
  public SeekableByteChannel channel(String name, Set<? extends OpenOption> options)
      throws IOException {
    FileBuffer buffer = buffer(name);
    return buffer == null ? requireDisk(name).channel(name, options) : buffer.data().open();
  }

  /// The file in memory; null if the disk has to be asked.
  private @Nullable FileBuffer buffer(String name) throws NoSuchFileException {
    BufferOverlay.Entry entry = staged.get(name);
    if (entry instanceof BufferOverlay.Removed) {
      throw new NoSuchFileException(name);
    }
    return entry instanceof BufferOverlay.BufferedFile file ? file.buffer() : null;
  }

  @Override
  public byte @Nullable [] read(String name, long most) throws IOException {
    FileBuffer buffer = buffer(name);
    if (buffer == null) {
      return requireDisk(name).read(name, most);
    }
    return buffer.data().size() > most ? null : buffer.data().load();
  }

  @Override
  public @Nullable ByteBuffer read(Named file, long most) throws IOException {
    FileBuffer buffer = buffer(file.name());
    if (buffer == null) {
      return requireDisk(file.name()).read(file, most);
    }
    return buffer.data().size() > most ? null : ByteBuffer.wrap(buffer.data().load());
  }

  @Override
  public FileStat stat(String name) throws IOException {
    FileBuffer buffer = buffer(name);
    if (buffer != null) {
      return new FileStat(FileStat.Kind.FILE, buffer.data().size(), NO_TIME, buffer.mode());
    }
    if (staged.get(name) instanceof BufferOverlay.BufferedFolder && !diskHasFolder(name)) {
      return new FileStat(FileStat.Kind.FOLDER, 0, NO_TIME, null);
    }
    return requireDisk(name).stat(name);
  }

  @Override
  public @Nullable Named entryIfThere(String name) throws IOException {
    return staged.get(name) == null && disk != null
        ? disk.entryIfThere(name)
        : Folder.super.entryIfThere(name);
  }

  @Override
  public List<String> names() throws IOException {
    var all = new TreeSet<String>(disk == null ? List.of() : disk.names());
    for (Map.Entry<String, BufferOverlay.Entry> each : staged.entrySet()) {
      if (each.getValue() instanceof BufferOverlay.Removed) {
        all.remove(each.getKey());
      } else {
        all.add(each.getKey());
      }
    }
    return new ArrayList<>(all);
  }

  @Override
  public List<Named> entries(Predicate<String> wanted) throws IOException {
    var all = new TreeMap<String, Named>();
    if (disk != null) {
      for (Named entry : disk.entries(wanted)) {
        all.put(entry.name(), entry);
      }
    }
    for (String name : staged.keySet()) {
      Named entry = entryIfThere(name);
      if (entry == null) {
        all.remove(name);
      } else {
        all.put(name, entry);
      }
    }
    return new ArrayList<>(all.values());
  }

  @Override
  public void move(String name, Folder target, String newName) {
    throw new ReadOnlyFileSystemException();
  }

  @Override
  public void deleteFile(String name) {
    throw new ReadOnlyFileSystemException();
  }

  @Override
  public void deleteFolder(String name) {
    throw new ReadOnlyFileSystemException();
  }

  @Override
  public void setMode(String name, FileMode mode) {
    throw new ReadOnlyFileSystemException();
  }

  @Override
  public void close() throws IOException {
    if (disk != null) {
      disk.close();
    }
  }
}
