package dev.tenon.cli.terminal.history;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.SequencedCollection;
import java.util.regex.Pattern;

/// Texts that are too long for a line of a [HistoryFile]: each lies in a file of its own that only
/// its owner can read, and a reference stands in the history in its place. The latest are kept.
/// Used by one thread.
final class LongTexts {
  /// A text of more characters is one.
  static final int LONG = 64 * 1024;

  /// A text of more characters is not kept.
  static final int LONGEST = 16 << 20;

  private static final int MOST_FILES = 20;
  private static final long MOST_BYTES = 32L << 20;

  /// What a reference begins with; no text that was typed has it.
  private static final String MARK = "\0";

  private static final Pattern NAME = Pattern.compile("[0-9a-f]{16}-[0-9]{1,9}");

  private final Path folder;

  LongTexts(Path folder) {
    this.folder = folder;
  }

  static boolean isLong(String text) {
    return text.length() > LONG;
  }

  /// Whether an entry of a history stands for a text that lies elsewhere.
  static boolean isReference(String entry) {
    return entry.startsWith(MARK);
  }

  /// Whether something can be the name of a file with a text.
  static boolean isName(String name) {
    return NAME.matcher(name).matches();
  }

  /// What stands for the text of a file.
  static String named(String name) {
    return MARK + name;
  }

  static String name(String reference) {
    return reference.substring(MARK.length());
  }

  /// What stands for a text.
  static String reference(String text) {
    return named(HexFormat.of().toHexDigits(hash(text)) + "-" + text.length());
  }

  /// Made without the digests of the JDK: they would take longer to load than all else that stands
  /// between the start and the first key.
  static long hash(String text) {
    long hash = 0xcbf29ce484222325L;
    for (int i = 0; i < text.length(); i++) {
      hash = (hash ^ text.charAt(i)) * 0x100000001b3L;
    }
    return hash;
  }

  /// Keeps a text as the latest one and lets go of the oldest that are too many.
  void keep(String text) throws IOException {
    Path file = file(reference(text));
    if (Files.exists(file)) {
      Files.setLastModifiedTime(file, FileTime.from(Instant.now()));
      return;
    }
    Path fresh = file.resolveSibling(file.getFileName() + ".new");
    Files.deleteIfExists(fresh);
    HistoryFile.create(fresh);
    Files.writeString(fresh, text);
    Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    shorten();
  }

  /// The long ones of these that are not kept any more; the latest stand last.
  static List<String> tooMany(SequencedCollection<String> entries) {
    var let = new ArrayList<String>();
    int files = 0;
    long length = 0;
    for (String entry : entries.reversed()) {
      if (isLong(entry)) {
        files++;
        length += entry.length();
        if (files > 1 && (files > MOST_FILES || length > MOST_BYTES)) {
          let.add(entry);
        }
      }
    }
    return let;
  }

  private Path file(String reference) {
    return folder.resolve(name(reference));
  }

  private record Kept(Path file, FileTime time, long size) {}

  private void shorten() throws IOException {
    var kept = new ArrayList<Kept>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      for (Path file : files) {
        if (isName(String.valueOf(file.getFileName()))) {
          var attributes = Files.readAttributes(file, BasicFileAttributes.class);
          kept.add(new Kept(file, attributes.lastModifiedTime(), attributes.size()));
        }
      }
    }
    kept.sort(Comparator.comparing(Kept::time).reversed());
    long bytes = 0;
    for (int i = 0; i < kept.size(); i++) {
      bytes += kept.get(i).size();
      if (i > 0 && (i >= MOST_FILES || bytes > MOST_BYTES)) {
        Files.deleteIfExists(kept.get(i).file());
      }
    }
  }

  /// The text of a reference, if it is still there.
  Optional<String> read(String reference) throws IOException {
    Path file = file(reference);
    try {
      var attributes = Files.readAttributes(file, BasicFileAttributes.class);
      if (!attributes.isRegularFile() || attributes.size() > 3L * LONGEST) {
        return Optional.empty();
      }
      String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
      // A file that is not what was kept under its name is nobody's prompt.
      return reference(text).equals(reference) ? Optional.of(text) : Optional.empty();
    } catch (NoSuchFileException let) {
      return Optional.empty();
    }
  }
}
