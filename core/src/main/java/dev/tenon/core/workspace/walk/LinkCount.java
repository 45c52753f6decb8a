package dev.tenon.core.workspace.walk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;

/// Tells folders without folders in them by their number of links: in file systems of the old
/// school a folder has two, and one more for each folder in it. Where that is not known to hold,
/// every folder may have some. Immutable.
///
/// @param device the one on which the links are known to count
record LinkCount(long device) {
  /// Nothing is known.
  static final LinkCount UNKNOWN = new LinkCount(-1);

  private static final Set<String> COUNTING = Set.of("ext2", "ext3", "ext4", "xfs", "tmpfs");

  /// What is known of the file system that the path is in.
  static LinkCount at(Path path) {
    try {
      return COUNTING.contains(Files.getFileStore(path).type())
              && Files.getAttribute(path, "unix:dev") instanceof Long device
          ? new LinkCount(device)
          : UNKNOWN;
    } catch (IOException | UnsupportedOperationException | IllegalArgumentException unknown) {
      return UNKNOWN;
    }
  }

  /// Whether the folder is known to have no folder in it.
  boolean saysFlat(Path folder) {
    if (device < 0) {
      return false;
    }
    try {
      Map<String, Object> found =
          Files.readAttributes(folder, "unix:nlink,dev", LinkOption.NOFOLLOW_LINKS);
      return found.get("nlink") instanceof Integer links
          && links == 2
          && found.get("dev") instanceof Long on
          && on == device;
    } catch (IOException gone) {
      return false;
    }
  }
}
