package dev.tenon.core.json;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.concurrent.TimeUnit;

/// Which state of a small file of ours this is, told by its length, its time and which file it is:
/// a [JsonFile] is a new file after each change.
public final class FileStamp {
  private FileStamp() {}

  /// Empty where there is no such file, or it cannot be looked at.
  public static String of(Path file) {
    try {
      BasicFileAttributes state = Files.readAttributes(file, BasicFileAttributes.class);
      return state.size()
          + "-"
          + state.lastModifiedTime().to(TimeUnit.NANOSECONDS)
          + "-"
          + state.fileKey();
    } catch (IOException none) {
      return "";
    }
  }
}
