package dev.tenon.core.change.layer;

import dev.tenon.core.change.journal.Content;
import dev.tenon.core.change.journal.FileImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A file, link or folder that is otherwise in a layer than it was when the layer first changed it.
///
/// @param path as `PathSandbox.relative` gives it out
/// @param base what it was then; null where there was nothing
/// @param now what it is in the layer; null where it is gone
public record LayerFile(String path, @Nullable Content base, @Nullable Content now, Known known) {

  /// How well the base is known.
  public enum Known {
    /// It is what the helper saw.
    SEEN,
    /// The project changed the file while a command ran that changed it too, so that nobody knows
    /// which state the command saw.
    UNSURE
  }

  /// Whether there is anything to merge.
  public boolean isChanged() {
    return !same(base, now);
  }

  /// Whether two files or links have the same bytes; what cannot be read is like nothing else.
  public static boolean alike(Path one, Path other) {
    try {
      if (Files.isSymbolicLink(one) || Files.isSymbolicLink(other)) {
        return Files.isSymbolicLink(one)
            && Files.isSymbolicLink(other)
            && Files.readSymbolicLink(one).equals(Files.readSymbolicLink(other));
      }
      return Files.isRegularFile(one)
          && Files.isRegularFile(other)
          && Files.size(one) == Files.size(other)
          && Files.mismatch(one, other) < 0;
    } catch (IOException unreadable) {
      return false;
    }
  }

  /// Whether two are the same, bytes and mode. A mode that is not known counts for nothing.
  static boolean same(@Nullable Content one, @Nullable Content other) {
    FileImage left = Content.imageOf(one);
    FileImage right = Content.imageOf(other);
    if (left == null || right == null) {
      return left == null && right == null;
    }
    boolean modes =
        left.mode() == null || right.mode() == null || Objects.equals(left.mode(), right.mode());
    return left.sameBytes(right) && modes;
  }
}
