package dev.tenon.core.edit;

import dev.tenon.core.text.FileContent;
import dev.tenon.core.text.FileVersion;
import dev.tenon.core.text.Sha256;
import dev.tenon.core.text.TextFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Files as a planner sees them, for tests that write their transactions themselves.
public final class FileStates {
  private FileStates() {}

  /// A file whose bytes are this text.
  public static FileState.Existing of(String path, String text) {
    return new FileState.Existing(path, text, new FileVersion(1, Sha256.of(text)));
  }

  /// A file as it lies on the disk.
  public static FileState.Existing onDisk(Path root, String path) throws IOException {
    byte[] bytes = Files.readAllBytes(root.resolve(path));
    if (!(FileContent.of(bytes, null) instanceof TextFile text)) {
      throw new AssertionError(path + " is no text");
    }
    return new FileState.Existing(path, text.lf(), new FileVersion(1, Sha256.of(bytes)));
  }
}
