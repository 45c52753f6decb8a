package dev.tenon.core.workspace;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// An open folder. Every name is a single component and is looked up in this very folder, whatever
/// happens meanwhile to the path that led here; links are never followed.
sealed interface Folder extends Closeable permits HandleFolder, PathFolder {

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

  /// The same, or null for a name that is not there.
  default @Nullable FileStat statIfThere(String name) throws IOException {
    try {
      return stat(name);
    } catch (NoSuchFileException missing) {
      return null;
    }
  }

  /// All names but `.` and `..`, in the order of the system. Can be asked for once.
  List<String> names() throws IOException;

  /// All names with what they stand for, sorted. Can be asked for once, instead of [#names].
  default List<Named> entries() throws IOException {
    List<String> names = names();
    names.sort(null);
    var entries = new ArrayList<Named>(names.size());
    for (String name : names) {
      FileStat.Kind kind = kindIfThere(name);
      if (kind != null) {
        entries.add(new Named(name, kind));
      }
    }
    return entries;
  }

  /// What a name stands for, or null for one that is not there.
  default FileStat.@Nullable Kind kindIfThere(String name) throws IOException {
    FileStat stat = statIfThere(name);
    return stat == null ? null : stat.kind();
  }

  /// The whole content of a regular file, or null if it has more bytes than that or is none.
  default byte @Nullable [] read(String name, long most) throws IOException {
    try (SeekableByteChannel channel = channel(name, Set.of(StandardOpenOption.READ))) {
      long size = channel.size();
      return size > most ? null : readUpTo(channel, (int) size, most);
    }
  }

  private static byte @Nullable [] readUpTo(SeekableByteChannel channel, int size, long most)
      throws IOException {
    // One byte more than it should have shows that the end is reached.
    byte[] bytes = new byte[size + 1];
    int length = 0;
    while (true) {
      int n = channel.read(ByteBuffer.wrap(bytes, length, bytes.length - length));
      if (n < 0) {
        return Arrays.copyOf(bytes, length);
      }
      length += n;
      if (length > most) {
        return null;
      }
      if (length == bytes.length) {
        bytes = Arrays.copyOf(bytes, (int) Math.min(most + 1, bytes.length * 2L));
      }
    }
  }

  /// A name and what it stands for.
  record Named(String name, FileStat.Kind kind) {}

  /// Renames within and between folders. A file in the way is replaced in one step.
  void move(String name, Folder target, String newName) throws IOException;

  void deleteFile(String name) throws IOException;

  /// Deletes an empty folder.
  void deleteFolder(String name) throws IOException;

  void setMode(String name, FileMode mode) throws IOException;

  @Override
  void close() throws IOException;
}
