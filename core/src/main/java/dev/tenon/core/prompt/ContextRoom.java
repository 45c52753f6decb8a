package dev.tenon.core.prompt;

import dev.tenon.core.json.ByteOrderMark;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// The room that instructions have in the system prompt: 32 KB each and 64 KB in all, the same text
/// once. What does not fit is cut, or named, so that the model can read it. For one thread.
public final class ContextRoom {
  static final int MOST_BYTES = 32 * 1024;
  static final int MOST_BYTES_IN_ALL = 64 * 1024;

  /// A head that is taken off a file is not counted, and seldom longer.
  private static final int MOST_HEAD = 32 * 1024;

  private final Path root;
  private final Path top;
  private final Predicate<Path> readable;
  private final List<String> warnings = new ArrayList<>();
  private final List<ContextFiles.Offer> offered = new ArrayList<>();
  private final Set<String> seen = new HashSet<>();
  private final Set<Path> files = new HashSet<>();
  private int room = MOST_BYTES_IN_ALL;

  /// @param root the project's real path
  /// @param top no file of the project leads out of this folder
  /// @param readable whether a file's text may be told at all
  ContextRoom(Path root, Path top, Predicate<Path> readable) {
    this.root = root;
    this.top = top;
    this.readable = readable;
  }

  public Path root() {
    return root;
  }

  /// The last folder to look into, from the root upward.
  public Path top() {
    return top;
  }

  public List<String> warnings() {
    return List.copyOf(warnings);
  }

  /// What the model may read if it needs it.
  List<ContextFiles.Offer> offered() {
    return List.copyOf(offered);
  }

  /// The bytes that are left.
  public int left() {
    return room;
  }

  public void warn(String line) {
    warnings.add(line);
  }

  /// Names a file that the model may read if it needs it.
  public void offer(String shown, String description) {
    offered.add(new ContextFiles.Offer(shown, description));
  }

  /// How a file of the project is called.
  public String shown(Path file) {
    return root.relativize(file).toString();
  }

  /// A file of the project, if it is there: it must not lead out of the repository.
  @Nullable ContextFile inside(Path file) {
    return Files.exists(file, LinkOption.NOFOLLOW_LINKS) && leadsInside(file)
        ? read(file, shown(file))
        : null;
  }

  /// Whether a file that is there leads to one inside the repository that may be read; otherwise
  /// the person is told.
  public boolean leadsInside(Path file) {
    Path real;
    try {
      real = file.toRealPath();
    } catch (IOException unusable) {
      warnings.add(shown(file) + " cannot be read and was left out");
      return false;
    }
    if (!real.startsWith(top)) {
      warnings.add(shown(file) + " leads out of the project and was left out");
      return false;
    }
    if (!readable.test(real)) {
      warnings.add(shown(file) + " is closed by a rule and was left out");
      return false;
    }
    return true;
  }

  @Nullable ContextFile read(Path file, String shown) {
    if (!Files.exists(file)) {
      return null;
    }
    Content content = content(file, shown, MOST_BYTES + 1);
    if (content == null) {
      return null;
    }
    files.add(real(file));
    return isNew(content.text) ? bounded(shown, content.bytes, content.size, content.text) : null;
  }

  /// Whether the file was read already, under any name.
  boolean knows(Path file) {
    return files.contains(real(file));
  }

  private static Path real(Path file) {
    try {
      return file.toRealPath();
    } catch (IOException gone) {
      return file;
    }
  }

  private static final class Content {
    final byte[] bytes;
    final long size;
    final String text;

    Content(byte[] bytes, long size, String text) {
      this.bytes = bytes;
      this.size = size;
      this.text = text;
    }
  }

  /// The beginning of a file.
  ///
  /// @param beyond bytes behind it that were not read
  public record Excerpt(String text, long beyond) {}

  /// The text of a file with its head, somewhat more than fits; null when there is none to be told.
  public @Nullable Excerpt excerpt(Path file, String shown) {
    Content content = content(file, shown, MOST_BYTES + MOST_HEAD);
    return content == null ? null : new Excerpt(content.text, content.size - content.bytes.length);
  }

  /// The files that an instruction file names as `@path`, as far as there is room for them.
  public List<ContextFile> imports(Path file, String text) {
    files.add(real(file));
    return ContextImports.of(file, text, this);
  }

  private @Nullable Content content(Path file, String shown, int most) {
    if (!Files.isRegularFile(file)) {
      warnings.add(shown + " is not a regular file and was left out");
      return null;
    }
    byte[] bytes;
    long size;
    try (InputStream in = Files.newInputStream(file)) {
      bytes = in.readNBytes(most);
      size = Math.max(bytes.length, Files.size(file));
    } catch (IOException unreadable) {
      warnings.add(shown + " cannot be read and was left out");
      return null;
    }
    String text = ByteOrderMark.without(new String(bytes, StandardCharsets.UTF_8)).strip();
    if (text.indexOf('\0') >= 0) {
      warnings.add(shown + " is not text and was left out");
      return null;
    }
    return new Content(bytes, size, text);
  }

  /// Whether nobody has said this yet; asked once for each text.
  public boolean isNew(String text) {
    return !text.isEmpty() && seen.add(text);
  }

  /// Takes a text that [#isNew]. Null when there is no room for a word of it; then it is named.
  ///
  /// @param beyond bytes of it that were not read
  public @Nullable ContextFile take(String shown, String text, long beyond) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return bounded(shown, bytes, bytes.length + beyond, text);
  }

  /// What one file may tell of a text that comes later than the system prompt.
  ///
  /// @param beyond bytes of it that were not read
  public String cut(String shown, String text, long beyond) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    int most = Math.min(MOST_BYTES, bytes.length);
    if (most == bytes.length && beyond == 0) {
      return text;
    }
    long size = bytes.length + beyond;
    warnings.add(shown + " is too long: " + most + " of " + size + " bytes are told");
    return cut(bytes, most, size);
  }

  private static String cut(byte[] bytes, int most, long size) {
    return head(bytes, most) + "\n[cut: " + most + " of " + size + " bytes]";
  }

  private @Nullable ContextFile bounded(String shown, byte[] bytes, long size, String text) {
    int most = Math.min(Math.min(MOST_BYTES, room), bytes.length);
    if (most == size) {
      room -= bytes.length;
      return new ContextFile(shown, text);
    }
    if (most == 0) {
      offer(shown, "more instructions, for which there was no room");
      warnings.add(
          shown + " does not fit: instructions have 64 KB in all; the model can read it itself");
      return null;
    }
    room -= most;
    warnings.add(
        shown + " is too long: " + most + " of " + size + " bytes went into the system prompt");
    return new ContextFile(shown, cut(bytes, most, size));
  }

  /// The beginning in whole lines, or at least in whole characters.
  private static String head(byte[] bytes, int most) {
    int end = most;
    while (end > 0 && bytes[end - 1] != '\n') {
      end--;
    }
    if (end == 0) {
      end = most;
      while (end > 0 && end < bytes.length && (bytes[end] & 0xC0) == 0x80) {
        end--;
      }
    }
    return new String(bytes, 0, end, StandardCharsets.UTF_8).strip();
  }
}
