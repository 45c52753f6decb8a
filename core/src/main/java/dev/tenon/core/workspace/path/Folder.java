package dev.tenon.core.workspace.path;

import dev.tenon.core.text.FileMode;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// An open folder. Every name is a single component and is looked up in this very folder, whatever
/// happens meanwhile to the path that led here; links are never followed.
public sealed interface Folder extends Closeable permits HandleFolder, PathFolder, OverlayFolder {

  /// Opens a folder by its path, through a handle where the platform has them.
  @SuppressWarnings("StreamResourceLeak")
  static Folder open(Path path) throws IOException {
    DirectoryStream<Path> stream = Files.newDirectoryStream(path);
    if (stream instanceof SecureDirectoryStream<Path> secure) {
      return new HandleFolder(path, secure);
    }
    stream.close();
    return new PathFolder(path);
  }

  /// The path it was opened by, for messages.
  Path path();

  Folder folder(String name) throws IOException;

  SeekableByteChannel channel(String name, Set<? extends OpenOption> options) throws IOException;

  FileStat stat(String name) throws IOException;

  /// The same, or null for a name that is not there, or that no path can hold.
  default @Nullable FileStat statIfThere(String name) throws IOException {
    try {
      return stat(name);
    } catch (NoSuchFileException | InvalidPathException missing) {
      return null;
    }
  }

  /// All names but `.` and `..`, in the order of the system. Can be asked for once.
  List<String> names() throws IOException;

  /// The names that are wanted with what they stand for, sorted. Can be asked for once, instead of
  /// [#names].
  default List<Named> entries(Predicate<String> wanted) throws IOException {
    List<String> names = names();
    names.sort(null);
    var entries = new ArrayList<Named>();
    for (String name : names) {
      Named entry = wanted.test(name) ? entryIfThere(name) : null;
      if (entry != null) {
        entries.add(entry);
      }
    }
    return entries;
  }

  /// What a name stands for, or null for one that is not there.
  default @Nullable Named entryIfThere(String name) throws IOException {
    FileStat stat = statIfThere(name);
    return stat == null ? null : new Named(name, stat.kind(), stat.size());
  }

  /// The whole content of a regular file, or null if it has more bytes than that or is none.
  default byte @Nullable [] read(String name, long most) throws IOException {
    try (SeekableByteChannel channel = channel(name, Set.of(StandardOpenOption.READ))) {
      long size = channel.size();
      // One byte more than it should have shows that the end is reached.
      return size > most ? null : readOn(channel, new byte[(int) size + 1], 0, most);
    }
  }

  private static byte @Nullable [] readOn(
      SeekableByteChannel channel, byte[] begun, int from, long most) throws IOException {
    byte[] bytes = begun;
    int length = from;
    while (true) {
      if (length > most) {
        return null;
      }
      if (length == bytes.length) {
        bytes = Arrays.copyOf(bytes, (int) Math.min(most + 1, Math.max(8192, bytes.length * 2L)));
      }
      int n = channel.read(ByteBuffer.wrap(bytes, length, bytes.length - length));
      if (n < 0) {
        return Arrays.copyOf(bytes, length);
      }
      length += n;
    }
  }

  /// The same for a file whose size is known, up to the limit of the buffer, whose array may be
  /// longer. A whole tree is read this way, so it asks the system as little as possible.
  default @Nullable ByteBuffer read(Named file, long most) throws IOException {
    if (file.size > most) {
      return null;
    }
    byte[] bytes = new byte[(int) file.size + 1];
    int length;
    try (SeekableByteChannel channel = channel(file.name, Set.of(StandardOpenOption.READ))) {
      length = Math.max(0, channel.read(ByteBuffer.wrap(bytes)));
      // A read that gives less than was asked for, and all that there should be, was the last one.
      if (length != file.size) {
        bytes = readOn(channel, bytes, length, most);
        length = bytes == null ? 0 : bytes.length;
      }
    }
    return bytes == null ? null : ByteBuffer.wrap(bytes, 0, length);
  }

  /// A name and what it stands for.
  ///
  /// @param size of a file when it was looked at
  record Named(String name, FileStat.Kind kind, long size) {}

  /// Renames within and between folders. A file in the way is replaced in one step.
  void move(String name, Folder target, String newName) throws IOException;

  void deleteFile(String name) throws IOException;

  /// Deletes an empty folder.
  void deleteFolder(String name) throws IOException;

  void setMode(String name, FileMode mode) throws IOException;

  @Override
  void close() throws IOException;
}
