package dev.tenon.core.change;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/// Removes what a command has left behind in a folder of ours. Rights that were taken away are
/// given back first, and no link is followed.
final class Debris {
  private Debris() {}

  static void remove(Path path) throws IOException {
    if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
      Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwx------"));
      try (DirectoryStream<Path> names = Files.newDirectoryStream(path)) {
        for (Path entry : names) {
          remove(entry);
        }
      }
    }
    Files.deleteIfExists(path);
  }
}
