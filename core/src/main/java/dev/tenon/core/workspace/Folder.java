package dev.tenon.core.workspace;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
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

  /// Renames within and between folders. A file in the way is replaced in one step.
  void move(String name, Folder target, String newName) throws IOException;

  void deleteFile(String name) throws IOException;

  /// Deletes an empty folder.
  void deleteFolder(String name) throws IOException;

  void setMode(String name, FileMode mode) throws IOException;

  @Override
  void close() throws IOException;
}
