package dev.tenon.core.workspace.state;

import dev.tenon.core.text.FileMode;
import dev.tenon.core.workspace.path.FileStat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// What the system tells of a file, link or folder without its content being read: enough to see
/// that it has changed. Two equal fingerprints of one name mean the same content, unless the first
/// was taken right after the last change; see [TreeState#isYoung].
///
/// @param modified when the content changed last, in nanoseconds since 1970; 0 for folders
/// @param changed when content, mode or name changed last, which no program can set; 0 for folders
/// @param inode the file behind the name, 0 for folders
/// @param mode the nine permission bits
public record FileFingerprint(
    FileStat.Kind kind, long size, long modified, long changed, long inode, int mode) {
  private static final String WANTED = "unix:mode,ino,ctime,size,lastModifiedTime";

  /// What is at the path itself; no link is followed.
  public static FileFingerprint of(Path path) throws IOException {
    try {
      return ofUnix(Files.readAttributes(path, WANTED, LinkOption.NOFOLLOW_LINKS));
    } catch (UnsupportedOperationException | IllegalArgumentException otherSystem) {
      return ofAny(path);
    }
  }

  /// @param mode as `stat` gives it, with the kind in its upper bits
  static FileFingerprint of(int mode, long size, long modified, long changed, long inode) {
    FileStat.Kind kind =
        switch (mode & 0170000) {
          case 0100000 -> FileStat.Kind.FILE;
          case 0040000 -> FileStat.Kind.FOLDER;
          case 0120000 -> FileStat.Kind.LINK;
          default -> FileStat.Kind.OTHER;
        };
    return kind == FileStat.Kind.FOLDER
        ? new FileFingerprint(kind, 0, 0, 0, 0, mode & 0777)
        : new FileFingerprint(kind, size, modified, changed, inode, mode & 0777);
  }

  private static FileFingerprint ofUnix(Map<String, Object> attributes) {
    return of(
        ((Number) attributes.getOrDefault("mode", 0)).intValue(),
        ((Number) attributes.getOrDefault("size", 0L)).longValue(),
        nanos(attributes.get("lastModifiedTime")),
        nanos(attributes.get("ctime")),
        ((Number) attributes.getOrDefault("ino", 0L)).longValue());
  }

  private static long nanos(@Nullable Object time) {
    return time instanceof FileTime known ? known.to(TimeUnit.NANOSECONDS) : 0;
  }

  private static FileFingerprint ofAny(Path path) throws IOException {
    var basic = Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    FileStat stat = FileStat.of(basic);
    long modified = stat.isFolder() ? 0 : nanos(basic.lastModifiedTime());
    return new FileFingerprint(
        stat.kind(), stat.isFolder() ? 0 : stat.size(), modified, modified, 0, 0644);
  }

  public FileMode fileMode() {
    return new FileMode(mode);
  }
}
