package dev.tenon.core.exec.shell;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/// Files with output that is too long to be shown, in a folder of Tenon's own that only the user
/// can read. Each has an id that nobody can guess, which is its address for the model:
/// `artifact://ID`. Old ones make room for new ones. Safe for several threads and several programs.
public final class Artifacts {
  /// How addresses of artifacts begin, without `://`.
  public static final String SCHEME = "artifact";

  /// How the names of their files end.
  public static final String SUFFIX = ".log";

  private static final String LETTERS = "abcdefghijklmnopqrstuvwxyz234567";
  private static final int ID_LENGTH = 16;

  private final Supplier<Path> place;
  private final Limits limits;

  public Artifacts(Path folder, Limits limits) {
    this(() -> folder, limits);
  }

  /// @param place the folder, asked for each time: a conversation may go on in another session
  public Artifacts(Supplier<Path> place, Limits limits) {
    this.place = place;
    this.limits = limits;
  }

  /// The address of an artifact, by its file.
  public static String address(Path file) {
    String name = String.valueOf(file.getFileName());
    return SCHEME + "://" + name.substring(0, name.length() - SUFFIX.length());
  }

  /// Whether a text can be the id of an artifact.
  public static boolean isId(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (LETTERS.indexOf(text.charAt(i)) < 0) {
        return false;
      }
    }
    return text.length() == ID_LENGTH;
  }

  /// The file of an artifact; empty when there is none, or none any more. No link is followed.
  public Optional<Path> find(String id) {
    Path folder = place.get();
    if (!isId(id) || !Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
      return Optional.empty();
    }
    Path file = folder.resolve(id + SUFFIX);
    return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
        ? Optional.of(file)
        : Optional.empty();
  }

  /// @param fileBytes the most that is kept of one output
  /// @param files so many files are kept
  /// @param allBytes so much is kept in all, beside the newest file
  public record Limits(long fileBytes, int files, long allBytes, Duration age) {
    public static final Limits DEFAULT = new Limits(1L << 30, 100, 2L << 30, Duration.ofDays(7));

    /// For artifacts that belong to a session, and last as long as it does.
    public static final Limits SESSION =
        new Limits(1L << 30, 100, 2L << 30, Duration.ofDays(36_500));
  }

  /// Keeps a text that did not come out of a command. Answers its file.
  public Path keep(String text) throws IOException {
    return keep(text.getBytes(StandardCharsets.UTF_8));
  }

  /// The same for bytes that are no text.
  public Path keep(byte[] bytes) throws IOException {
    try (Writing writing = open()) {
      writing.write(ByteBuffer.wrap(bytes));
      return writing.file();
    }
  }

  /// A new file.
  Writing open() throws IOException {
    Path folder = place.get();
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
    prune(folder);
    var options = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    var mode = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    Path file = folder.resolve(newId() + SUFFIX);
    return new Writing(file, FileChannel.open(file, options, mode), limits.fileBytes);
  }

  private static String newId() {
    var random = new SecureRandom();
    var id = new StringBuilder();
    for (int i = 0; i < ID_LENGTH; i++) {
      id.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
    }
    return id.toString();
  }

  private record Old(Path file, long bytes, Instant changed) {}

  /// Makes room for one more.
  private void prune(Path folder) throws IOException {
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
