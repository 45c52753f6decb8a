package dev.tenon.core.workspace.path;

import dev.tenon.core.text.FileMode;
import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NotDirectoryException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributeView;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// A folder on a platform without directory handles: each step checks that no link has come into
/// the path. A link that is swapped in between the check and the use is not noticed here.
record PathFolder(Path path) implements Folder {

  @Override
  public Folder folder(String name) throws IOException {
    Path child = path.resolve(name);
    requireNoLinks();
    if (!Files.readAttributes(child, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
        .isDirectory()) {
      throw new NotDirectoryException(child.toString());
    }
    return new PathFolder(child);
  }

  @Override
  public SeekableByteChannel channel(String name, Set<? extends OpenOption> options)
      throws IOException {
    requireNoLinks();
    Set<OpenOption> noFollow = new HashSet<>(options);
    noFollow.add(LinkOption.NOFOLLOW_LINKS);
    return Files.newByteChannel(path.resolve(name), noFollow);
  }

  @Override
  public FileStat stat(String name) throws IOException {
    requireNoLinks();
    return statOf(path.resolve(name));
  }

  /// Looks at a path without following a link at its end.
  static FileStat statOf(Path at) throws IOException {
    var posix =
        Files.getFileAttributeView(at, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
    return FileStat.of(
        posix != null
            ? posix.readAttributes()
            : Files.readAttributes(at, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS));
  }

  @Override
  public List<String> names() throws IOException {
    requireNoLinks();
    var names = new ArrayList<String>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(path)) {
      for (Path entry : entries) {
        names.add(String.valueOf(entry.getFileName()));
      }
    } catch (DirectoryIteratorException failed) {
      throw failed.getCause();
    }
    return names;
  }

  @Override
  public void move(String name, Folder target, String newName) throws IOException {
    requireNoLinks();
    Files.move(path.resolve(name), target.path().resolve(newName), StandardCopyOption.ATOMIC_MOVE);
  }

  @Override
  public void deleteFile(String name) throws IOException {
    Path at = path.resolve(name);
    if (stat(name).isFolder()) {
      throw new FileSystemException(at.toString(), null, "it is a folder");
    }
    Files.delete(at);
  }

  @Override
  public void deleteFolder(String name) throws IOException {
    Path at = path.resolve(name);
    if (!stat(name).isFolder()) {
      throw new NotDirectoryException(at.toString());
    }
    Files.delete(at);
  }

  @Override
  public void setMode(String name, FileMode mode) throws IOException {
    requireNoLinks();
    if (stat(name).kind() == FileStat.Kind.LINK) {
      throw new FileSystemException(path.resolve(name).toString(), null, "it is a link");
    }
    var view = Files.getFileAttributeView(path.resolve(name), PosixFileAttributeView.class);
    if (view == null) {
      throw new UnsupportedOperationException("no modes here: " + path);
    }
    view.setPermissions(mode.permissions());
  }

  @Override
  public void close() {}

  private void requireNoLinks() throws IOException {
    if (!path.toRealPath().equals(path)) {
      throw new FileSystemException(path.toString(), null, "a link has come into the path");
    }
  }
}
