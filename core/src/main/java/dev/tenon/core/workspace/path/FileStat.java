package dev.tenon.core.workspace.path;

import dev.tenon.core.text.FileMode;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFileAttributes;
import org.jspecify.annotations.Nullable;

/// What the system knows about a name in a folder; links are not followed.
///
/// @param mode null where the system has no modes
public record FileStat(Kind kind, long size, FileTime modified, @Nullable FileMode mode) {

  static Kind kindOf(BasicFileAttributes attributes) {
    return attributes.isRegularFile()
        ? Kind.FILE
        : attributes.isDirectory()
            ? Kind.FOLDER
            : attributes.isSymbolicLink() ? Kind.LINK : Kind.OTHER;
  }

  public static FileStat of(BasicFileAttributes attributes) {
    FileMode mode =
        attributes instanceof PosixFileAttributes posix ? FileMode.of(posix.permissions()) : null;
    return new FileStat(kindOf(attributes), attributes.size(), attributes.lastModifiedTime(), mode);
  }

  public boolean isFile() {
    return kind == Kind.FILE;
  }

  public boolean isFolder() {
    return kind == Kind.FOLDER;
  }

  /// What a name stands for.
  public enum Kind {
    FILE,
    FOLDER,
    LINK,
    /// A pipe, socket or device: opening one could block or do something.
    OTHER
  }
}
