package dev.tenon.engine.content;

import dev.tenon.core.json.ByteOrderMark;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// Something in a folder, looked at once: hundreds of them may be read before the first request.
///
/// @param path below the real path of its folder, so that it is the real path unless it is a link
public record FolderEntry(Path path, String name, Kind kind) {
  private static final String NOT_REGULAR = "it is no regular file; put the text itself there";

  /// What it is by itself.
  public enum Kind {
    FILE,
    FOLDER,
    LINK,
    /// A pipe or a device, which nobody reads.
    OTHER,
    /// It is not there.
    NOTHING
  }

  /// What is in a folder, in order, without what is hidden.
  ///
  /// @param folder its real path
  /// @param most so many are looked at; the rest is left out
  public static List<FolderEntry> of(Path folder, int most) throws IOException {
    var paths = new ArrayList<Path>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(folder)) {
      for (Path path : all) {
        paths.add(path);
      }
    }
    Collections.sort(paths);
    var entries = new ArrayList<FolderEntry>();
    for (Path path : paths) {
      if (entries.size() >= most) {
        break;
      }
      String name = String.valueOf(path.getFileName());
      if (!name.startsWith(".")) {
        entries.add(new FolderEntry(path, name, kind(path)));
      }
    }
    return entries;
  }

  /// One by its path, which may lead over links.
  public static FolderEntry at(Path path) {
    return new FolderEntry(path, String.valueOf(path.getFileName()), Kind.LINK);
  }

  /// What there is at a path, without following a link.
  public static Kind kind(Path path) throws IOException {
    BasicFileAttributes found;
    try {
      found = Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    } catch (NoSuchFileException gone) {
      return Kind.NOTHING;
    }
    if (found.isRegularFile()) {
      return Kind.FILE;
    }
    return found.isDirectory() ? Kind.FOLDER : found.isSymbolicLink() ? Kind.LINK : Kind.OTHER;
  }

  /// Whether it is a folder, or leads to one.
  public boolean isFolder() {
    return kind == Kind.FOLDER || (kind == Kind.LINK && Files.isDirectory(path));
  }

  /// Where a folder really is.
  public Path realFolder() throws IOException {
    return kind == Kind.LINK ? path.toRealPath() : path;
  }

  /// Where a file really is.
  ///
  /// @throws IOException also when there is nothing to read
  public Path realFile() throws IOException {
    Path real;
    try {
      real = kind == Kind.LINK ? path.toRealPath() : path;
    } catch (NoSuchFileException nowhere) {
      throw new IOException("it is a link that leads nowhere; remove it", nowhere);
    }
    if (kind != Kind.FILE && !(kind == Kind.LINK && Files.isRegularFile(real))) {
      throw new IOException(NOT_REGULAR);
    }
    return real;
  }

  /// The bytes of a file, or of one byte more than is allowed.
  ///
  /// @param real without links
  /// @throws IOException also when it is no regular file: a pipe would block for ever
  public static byte[] read(Path real, int most) throws IOException {
    if (!Files.isRegularFile(real, LinkOption.NOFOLLOW_LINKS)) {
      throw new IOException(Files.exists(real) ? NOT_REGULAR : "there is no such file");
    }
    try (InputStream in = Files.newInputStream(real, LinkOption.NOFOLLOW_LINKS)) {
      return in.readNBytes(most + 1);
    }
  }

  /// The text of a file of settings, which may be a link.
  ///
  /// @param most so many bytes are read at most
  /// @throws IOException also when it is no regular file, or larger
  public static String text(Path file, int most) throws IOException {
    byte[] bytes = read(file.toRealPath(), most);
    if (bytes.length > most) {
      throw new IOException("it is larger than " + (most >> 10) + " KB");
    }
    return ByteOrderMark.without(new String(bytes, StandardCharsets.UTF_8));
  }
}
