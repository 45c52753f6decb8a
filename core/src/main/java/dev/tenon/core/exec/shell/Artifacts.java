package dev.tenon.core.exec.shell;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Set;

/// Files with output that is too long to be shown, in a folder of Tenon's own that only the user
/// can read. Old ones make room for new ones. Safe for several threads and several programs.
public final class Artifacts {
  private static final String SUFFIX = ".log";

  private final Path folder;
  private final Limits limits;

  public Artifacts(Path folder, Limits limits) {
    this.folder = folder;
    this.limits = limits;
  }

  /// @param fileBytes the most that is kept of one output
  /// @param files so many files are kept
  /// @param allBytes so much is kept in all, beside the newest file
  public record Limits(long fileBytes, int files, long allBytes, Duration age) {
    public static final Limits DEFAULT = new Limits(1L << 30, 100, 2L << 30, Duration.ofDays(7));
  }

  /// A new file.
  Writing open() throws IOException {
    if (!Files.isDirectory(folder)) {
      Files.createDirectories(folder.getParent() == null ? folder : folder.getParent());
      try {
        Files.createDirectory(
            folder,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      } catch (FileAlreadyExistsException other) {
        // Another program was faster.
      }
    }
    prune();
    var options = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    var mode = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    for (long name = System.currentTimeMillis(); ; name++) {
      Path file = folder.resolve("bash-" + Long.toString(name, 36) + SUFFIX);
      try {
        return new Writing(file, FileChannel.open(file, options, mode), limits.fileBytes);
      } catch (FileAlreadyExistsException taken) {
        // Two outputs within a millisecond: the next name is free.
      }
    }
  }

  private record Old(Path file, long bytes, Instant changed) {}

  /// Makes room for one more.
  private void prune() throws IOException {
    var old = new ArrayList<Old>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*" + SUFFIX)) {
      for (Path file : files) {
        try {
          var attributes = Files.readAttributes(file, BasicFileAttributes.class);
          old.add(new Old(file, attributes.size(), attributes.lastModifiedTime().toInstant()));
        } catch (NoSuchFileException gone) {
          // Another program pruned it.
        }
      }
    }
    old.sort(Comparator.comparing(Old::changed).reversed());
    Instant oldest = Instant.now().minus(limits.age);
    long bytes = 0;
    for (int i = 0; i < old.size(); i++) {
      Old each = old.get(i);
      bytes += each.bytes;
      if (i >= limits.files - 1 || bytes > limits.allBytes || each.changed.isBefore(oldest)) {
        Files.deleteIfExists(each.file);
      }
    }
  }

  /// An artifact that is being written, by one thread.
  static final class Writing implements AutoCloseable {
    private final Path file;
    private final FileChannel channel;
    private final long most;
    private long size;

    private Writing(Path file, FileChannel channel, long most) {
      this.file = file;
      this.channel = channel;
      this.most = most;
    }

    Path file() {
      return file;
    }

    long size() {
      return size;
    }

    void write(ByteBuffer bytes) throws IOException {
      boolean tooMuch = bytes.remaining() > most - size;
      if (tooMuch) {
        bytes.limit(bytes.position() + (int) (most - size));
      }
      while (bytes.hasRemaining()) {
        size += channel.write(bytes);
      }
      if (tooMuch) {
        throw new IOException("more than " + most + " bytes are not kept");
      }
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }
}
