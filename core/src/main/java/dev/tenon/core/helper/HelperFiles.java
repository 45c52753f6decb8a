package dev.tenon.core.helper;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/// Where helpers are kept: beside the session of the conversation that they work for, `ID.jsonl`
/// for each one's session and `ID.md` for its output. Only the user can read them.
///
/// @param place the folder, asked for each time: a conversation may go on in another session
public record HelperFiles(Supplier<Path> place) {
  private static final String SESSION = ".jsonl";
  private static final String OUTPUT = ".md";
  private static final Pattern ID =
      Pattern.compile("[0-9]{1,6}-[A-Za-z0-9_-]{1,48}(\\.[0-9]{1,6}-[A-Za-z0-9_-]{1,48}){0,4}");

  /// Whether a text can be the id of a helper.
  public static boolean isId(String text) {
    return ID.matcher(text).matches();
  }

  public Path session(String id) {
    return file(id, SESSION);
  }

  public Path output(String id) {
    return file(id, OUTPUT);
  }

  private Path file(String id, String suffix) {
    if (!isId(id)) {
      throw new IllegalArgumentException("no id of a helper: " + id);
    }
    return place.get().resolve(id + suffix);
  }

  /// The ids of all helpers that have left something, in order.
  public List<String> ids() throws IOException {
    var ids = new ArrayList<String>();
    Path folder = place.get();
    if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
      return ids;
    }
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*-*")) {
      for (Path file : files) {
        String name = String.valueOf(file.getFileName());
        for (String suffix : List.of(SESSION, OUTPUT)) {
          String id =
              name.endsWith(suffix) ? name.substring(0, name.length() - suffix.length()) : "";
          if (isId(id) && !ids.contains(id)) {
            ids.add(id);
          }
        }
      }
    } catch (NoSuchFileException gone) {
      return ids;
    }
    ids.sort(HelperFiles::compare);
    return ids;
  }

  /// By their numbers, level by level.
  private static int compare(String one, String other) {
    String[] left = one.split("\\.", -1);
    String[] right = other.split("\\.", -1);
    for (int i = 0; i < Math.min(left.length, right.length); i++) {
      int order = Integer.compare(number(left[i]), number(right[i]));
      if (order == 0) {
        order = left[i].compareTo(right[i]);
      }
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(left.length, right.length);
  }

  static int number(String part) {
    return Integer.parseInt(part.substring(0, part.indexOf('-')));
  }

  /// Keeps the whole output of a helper: aside first, so that a reader never sees half of it.
  public void keep(String id, String text) throws IOException {
    makeFolder();
    Path file = output(id);
    Path fresh = file.resolveSibling(file.getFileName() + ".new");
    Files.deleteIfExists(fresh);
    Files.createFile(
        fresh, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.write(fresh, text.getBytes(StandardCharsets.UTF_8));
    Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  /// The whole output of a helper, if it has left one.
  public Optional<String> kept(String id) throws IOException {
    Path file = output(id);
    return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
        ? Optional.of(Files.readString(file))
        : Optional.empty();
  }

  public void makeFolder() throws IOException {
    Path folder = place.get();
    if (Files.isDirectory(folder)) {
      return;
    }
    Path above = folder.getParent();
    if (above != null) {
      Files.createDirectories(above);
    }
    try {
      Files.createDirectory(
          folder,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    } catch (FileAlreadyExistsException other) {
      // Somebody was faster.
    }
  }
}
