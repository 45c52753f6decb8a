package dev.tenon.core.exec.sandbox;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/// Removes a file, or a folder and all below it, if it is there. No link is followed. Rights that a
/// command has taken away from its folders are given back first.
public final class RecursiveDelete {
  private RecursiveDelete() {}

  public static void delete(Path path) throws IOException {
    if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
      Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwx------"));
      try (DirectoryStream<Path> names = Files.newDirectoryStream(path)) {
        for (Path entry : names) {
          delete(entry);
        }
      }
    }
    Files.deleteIfExists(path);
  }
}
