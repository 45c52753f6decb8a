package dev.tenon.core.exec.repository;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;

/// Renames what git must not find, beside where it was, and never over an earlier one. Works on a
/// handle of the folder, which a command that still runs cannot swap for a link elsewhere.
final class Aside {
  static final String SUFFIX = ".aside";
  private static final int MOST = 10_000;

  private Aside() {}

  /// Moves a file, link or folder aside.
  ///
  /// @return its new path
  static Path move(Path file) throws IOException {
    Path folder = Objects.requireNonNull(file.getParent());
    Path name = Objects.requireNonNull(file.getFileName());
    makeWritable(folder);
    try (DirectoryStream<Path> stream = Files.newDirectoryStream(folder)) {
      SecureDirectoryStream<Path> handle = verified(stream, folder);
      for (int i = 1; i < MOST; i++) {
        // Built upon the name itself: it need not be text.
        Path free = file.resolveSibling(name + SUFFIX + (i == 1 ? "" : i)).getFileName();
        if (free != null && !exists(handle, free)) {
          handle.move(name, handle, free);
          return folder.resolve(free);
        }
      }
    }
    throw new FileAlreadyExistsException(file + SUFFIX);
  }

  /// Writes a file that is not there.
  static void restore(Path file, Content content) throws IOException {
    Path folder = Objects.requireNonNull(file.getParent());
    if (content.kind() == FileState.Kind.LINK) {
      Files.createSymbolicLink(file, Path.of(content.text()));
      return;
    }
    if (content.kind() != FileState.Kind.FILE || content.isTooLarge()) {
      return;
    }
    String mode = content.executable() ? "rwxr-xr-x" : "rw-r--r--";
    try (DirectoryStream<Path> stream = Files.newDirectoryStream(folder);
        SeekableByteChannel channel =
            verified(stream, folder)
                .newByteChannel(
                    Objects.requireNonNull(file.getFileName()),
                    Set.of(
                        StandardOpenOption.CREATE_NEW,
                        StandardOpenOption.WRITE,
                        LinkOption.NOFOLLOW_LINKS),
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(mode)))) {
      ByteBuffer bytes = ByteBuffer.wrap(content.bytes());
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
    }
  }

  private static boolean exists(SecureDirectoryStream<Path> handle, Path name) throws IOException {
    try {
      handle
          .getFileAttributeView(name, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
          .readAttributes();
      return true;
    } catch (NoSuchFileException free) {
      return false;
    }
  }

  /// The handle, if it is that of the folder which has this real path.
  private static SecureDirectoryStream<Path> verified(DirectoryStream<Path> stream, Path folder)
      throws IOException {
    if (!(stream instanceof SecureDirectoryStream<Path> handle)) {
      throw new IOException("this system has no handles of folders");
    }
    Object opened =
        handle.getFileAttributeView(BasicFileAttributeView.class).readAttributes().fileKey();
    Object named =
        Files.readAttributes(folder, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
            .fileKey();
    if (!Objects.equals(opened, named) || !folder.toRealPath().equals(folder)) {
      throw new IOException(folder + " was moved meanwhile");
    }
    return handle;
  }

  /// A command may have taken the right to rename from the folder; it is the same user's.
  private static void makeWritable(Path folder) throws IOException {
    if (!Files.isWritable(folder) && folder.toRealPath().equals(folder)) {
      var rights = new HashSet<>(Files.getPosixFilePermissions(folder, LinkOption.NOFOLLOW_LINKS));
      rights.add(PosixFilePermission.OWNER_READ);
      rights.add(PosixFilePermission.OWNER_WRITE);
      rights.add(PosixFilePermission.OWNER_EXECUTE);
      Files.setPosixFilePermissions(folder, rights);
    }
  }
}
