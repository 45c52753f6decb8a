package dev.tenon.core.workspace.path;

import dev.tenon.core.text.FileMode;
import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributeView;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A folder behind a directory handle of the operating system.
record HandleFolder(Path path, SecureDirectoryStream<Path> stream) implements Folder {

  @Override
  public Folder folder(String name) throws IOException {
    return new HandleFolder(
        path.resolve(name), stream.newDirectoryStream(Path.of(name), LinkOption.NOFOLLOW_LINKS));
  }

  @Override
  public SeekableByteChannel channel(String name, Set<? extends OpenOption> options)
      throws IOException {
    Set<OpenOption> noFollow = new HashSet<>(options);
    noFollow.add(LinkOption.NOFOLLOW_LINKS);
    return stream.newByteChannel(Path.of(name), noFollow);
  }

  @Override
  public FileStat stat(String name) throws IOException {
    Path at = Path.of(name);
    var posix =
        stream.getFileAttributeView(at, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
    return FileStat.of(
        posix != null
            ? posix.readAttributes()
            : stream
                .getFileAttributeView(at, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                .readAttributes());
  }

  /// Without the mode and the time, which would be looked up for nothing in a large tree.
  @Override
  public @Nullable Named entryIfThere(String name) throws IOException {
    try {
      BasicFileAttributes found =
          stream
              .getFileAttributeView(
                  Path.of(name), BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
              .readAttributes();
      return new Named(name, FileStat.kindOf(found), found.size());
    } catch (NoSuchFileException | InvalidPathException missing) {
      return null;
    }
  }

  @Override
  public List<String> names() throws IOException {
    var names = new ArrayList<String>();
    try {
      for (Path entry : stream) {
        names.add(String.valueOf(entry.getFileName()));
      }
    } catch (DirectoryIteratorException failed) {
      throw failed.getCause();
    }
    return names;
  }

  @Override
  public void move(String name, Folder target, String newName) throws IOException {
    if (!(target instanceof HandleFolder other)) {
      throw new IOException("cannot move between different kinds of folders");
    }
    stream.move(Path.of(name), other.stream, Path.of(newName));
  }

  @Override
  public void deleteFile(String name) throws IOException {
    stream.deleteFile(Path.of(name));
  }

  @Override
  public void deleteFolder(String name) throws IOException {
    stream.deleteDirectory(Path.of(name));
  }

  @Override
  public void setMode(String name, FileMode mode) throws IOException {
    var view =
        stream.getFileAttributeView(
            Path.of(name), PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
    if (view == null) {
      throw new UnsupportedOperationException("no modes here: " + path);
    }
    view.setPermissions(mode.permissions());
  }

  @Override
  public void close() throws IOException {
    stream.close();
  }
}
