package dev.tenon.distribution.pack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// A folder on its way into an archive, in the order of its names.
record Tree(Path root) {

  /// All that is below the root, parents first.
  List<Path> paths() throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      return files
          .filter(file -> !file.equals(root))
          .sorted(Comparator.comparing(this::name))
          .toList();
    }
  }

  String name(Path file) {
    return root.relativize(file).toString();
  }

  /// What a file may be used for, whatever the umask of the one who made it.
  static int mode(Path file) throws IOException {
    return Files.getPosixFilePermissions(file).contains(PosixFilePermission.OWNER_EXECUTE)
        ? 0755
        : 0644;
  }

  /// Puts everything below a folder of the archive, without that folder itself.
  ///
  /// @param prefix the folder, empty or ending with a slash
  void write(Tar tar, String prefix) throws IOException {
    for (Path file : paths()) {
      String name = prefix + name(file);
      if (Files.isSymbolicLink(file)) {
        tar.link(name, Files.readSymbolicLink(file).toString());
      } else if (Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) {
        tar.folder(name);
      } else {
        tar.file(name, mode(file), Files.readAllBytes(file));
      }
    }
  }

  /// Removes it, if it is there.
  void delete() throws IOException {
    if (Files.exists(root, LinkOption.NOFOLLOW_LINKS)) {
      try (Stream<Path> files = Files.walk(root)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }
}
