package dev.tenon.core.exec.repository;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/// What is at a path, without following a link, as the system tells it: enough to see that it is
/// another one, or was written, since the last look.
///
/// @param changed when content or name changed last, in nanoseconds since 1970; no program can set
///   it
/// @param mode the permission bits
record FileState(Kind kind, long inode, long changed, long size, int mode) {
  static final FileState ABSENT = new FileState(Kind.ABSENT, 0, 0, 0, 0);

  /// No file that configures git is larger.
  static final int MOST_BYTES = 256 * 1024;

  private static final int MOST_ENTRIES = 256;
  private static final int EXECUTABLE = 0111;

  enum Kind {
    ABSENT,
    FILE,
    LINK,
    FOLDER,
    OTHER
  }

  static FileState of(Path path) throws IOException {
    Map<String, Object> found;
    try {
      found = Files.readAttributes(path, "unix:mode,ino,ctime,size", LinkOption.NOFOLLOW_LINKS);
    } catch (NoSuchFileException gone) {
      return ABSENT;
    } catch (IOException unreachable) {
      // A file on the way where a folder was expected.
      if (Files.notExists(path, LinkOption.NOFOLLOW_LINKS)) {
        return ABSENT;
      }
      throw unreachable;
    }
    int mode = found.get("mode") instanceof Integer known ? known : 0;
    Kind kind =
        switch (mode & 0170000) {
          case 0100000 -> Kind.FILE;
          case 0040000 -> Kind.FOLDER;
          case 0120000 -> Kind.LINK;
          default -> Kind.OTHER;
        };
    return new FileState(
        kind,
        found.get("ino") instanceof Long inode ? inode : 0,
        found.get("ctime") instanceof FileTime time ? time.to(TimeUnit.NANOSECONDS) : 0,
        found.get("size") instanceof Long size ? size : 0,
        mode & 0777);
  }

  /// Whether it changed so recently that another change need not show.
  boolean isYoung() {
    long now = TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis());
    return kind != Kind.ABSENT && changed > now - FolderIndex.TICK;
  }

  /// What is in it.
  Content read(Path path) throws IOException {
    return switch (kind) {
      case ABSENT -> Content.NOTHING;
      case OTHER -> new Content(kind, "", false, Map.of());
      case LINK ->
          Content.of(
              kind,
              Files.readSymbolicLink(path).toString().getBytes(StandardCharsets.UTF_8),
              false);
      case FILE -> Content.of(kind, bytes(path), (mode & EXECUTABLE) != 0);
      case FOLDER -> new Content(kind, "", false, entries(path));
    };
  }

  private static byte[] bytes(Path path) throws IOException {
    var buffer = ByteBuffer.allocate(MOST_BYTES + 1);
    try (SeekableByteChannel channel =
        Files.newByteChannel(path, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS))) {
      int read = 0;
      while (buffer.hasRemaining() && read >= 0) {
        read = channel.read(buffer);
      }
    }
    return Arrays.copyOf(buffer.array(), buffer.position());
  }

  private static Map<String, Content> entries(Path folder) throws IOException {
    var entries = new TreeMap<String, Content>();
    try (DirectoryStream<Path> stream = Files.newDirectoryStream(folder)) {
      for (Path entry : stream) {
        String name = String.valueOf(entry.getFileName());
        if (Content.isInert(name)) {
          continue;
        }
        if (entries.size() == MOST_ENTRIES) {
          throw new IOException("too many files in " + folder);
        }
        FileState state = of(entry);
        entries.put(
            name,
            state.kind == Kind.FOLDER
                ? new Content(Kind.FOLDER, "", false, Map.of())
                : state.read(entry));
      }
    } catch (DirectoryIteratorException failed) {
      throw failed.getCause();
    }
    return entries;
  }
}
