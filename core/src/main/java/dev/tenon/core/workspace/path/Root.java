package dev.tenon.core.workspace.path;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;

/// A folder that tools may use, with all that is below it.
///
/// @param path the real path, free of links
public record Root(Path path, Use use) {

  /// Resolves the folder, which has to exist.
  public static Root of(Path folder, Use use) throws IOException {
    Path real;
    try {
      real = folder.toRealPath();
    } catch (NoSuchFileException missing) {
      throw new IOException("the folder does not exist: " + folder, missing);
    }
    if (!Files.isDirectory(real)) {
      throw new NotDirectoryException(folder + " is not a folder");
    }
    return new Root(real, use);
  }

  /// What tools may do below a root.
  public enum Use {
    READ_ONLY,
    WRITABLE
  }
}
