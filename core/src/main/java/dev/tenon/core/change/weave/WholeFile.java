package dev.tenon.core.change.weave;

import dev.tenon.core.change.journal.Content;
import dev.tenon.core.change.journal.ContentDescription;
import dev.tenon.core.text.Encoding;
import dev.tenon.core.text.Sha256;
import java.io.IOException;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A file that is not taken apart into lines: binary, too large, or in another encoding than the
/// rest of its history. In a [Weave] it is a single line that stands for its bytes, which the
/// journal keeps. Such a line begins with a NUL, so no text has it, and it is always alone: a hunk
/// that brings it or takes it away is about the whole file.
///
/// @param kind what it is for people, such as `binary file`
/// @param type its media type; empty if that is unknown
public record WholeFile(String sha256, long size, String kind, String type) {
  private static final String MARK = "\0file ";

  public WholeFile {
    if (sha256.length() != Sha256.EMPTY.length() || !sha256.matches("[0-9a-f]+") || size < 0) {
      throw new IllegalArgumentException("not a file: " + sha256 + ", " + size);
    }
  }

  public static WholeFile of(Content content) throws IOException {
    ContentDescription is = ContentDescription.of(content);
    return new WholeFile(content.data().sha256(), is.size(), is.kind(), is.type());
  }

  /// The line that stands for it.
  public String line() {
    return MARK + sha256 + " " + size + " " + type + " " + kind;
  }

  /// Whether a line stands for a file.
  public static boolean isLine(String line) {
    return line.startsWith(MARK);
  }

  /// The file that a line stands for; null for a line of a text.
  static @Nullable WholeFile of(String line) {
    if (!isLine(line)) {
      return null;
    }
    String[] parts = line.substring(MARK.length()).split(" ", 4);
    if (parts.length != 4) {
      throw new IllegalArgumentException("not the line of a file");
    }
    return new WholeFile(parts[0], Long.parseLong(parts[1]), parts[3], parts[2]);
  }

  /// Throws unless the lines are those of a text, or a single one that stands for a file.
  static void requireAlone(List<String> lines) {
    for (String line : lines) {
      if (of(line) != null && lines.size() > 1) {
        throw new IllegalArgumentException("a whole file among lines of a text");
      }
    }
  }

  /// The file that lines stand for; null if they are those of a text.
  static @Nullable WholeFile of(List<String> lines) {
    return lines.size() == 1 ? of(lines.getFirst()) : null;
  }

  /// It alone, such as `binary file, 20,480 bytes, image/png`.
  String described() {
    return new ContentDescription(kind, size, type).words();
  }

  /// A change of a whole file in one line, such as `binary file, 12,345 → 20,480 bytes, image/png`.
  ///
  /// @param blocks of the hunk
  /// @param encoding of its text
  static String described(List<Block> blocks, Encoding encoding) {
    Side before = Side.of(blocks, Block::removed, encoding);
    Side after = Side.of(blocks, Block::added, encoding);
    if (before.size < 0 || after.size < 0) {
      WholeFile only = before.size < 0 ? after.whole : before.whole;
      return only == null ? "" : only.described();
    }
    String sizes =
        (before.size == after.size ? "" : ContentDescription.number(before.size) + " → ")
            + ContentDescription.bytes(after.size);
    return kinds(before, after) + ", " + sizes + types(before, after);
  }

  private static String kinds(Side before, Side after) {
    return before.kind().equals(after.kind())
        ? after.kind()
        : before.kind() + " that becomes " + (after.whole == null ? "text" : "a " + after.kind());
  }

  private static String types(Side before, Side after) {
    String old = before.type();
    String now = after.type();
    if (old.equals(now) || after.whole == null || before.whole == null) {
      String only = now.isEmpty() ? old : now;
      return only.isEmpty() ? "" : ", " + only;
    }
    return ", " + (old.isEmpty() ? "unknown" : old) + " → " + (now.isEmpty() ? "unknown" : now);
  }

  /// What a hunk takes away or brings.
  ///
  /// @param size in bytes; -1 for no file
  private record Side(@Nullable WholeFile whole, long size) {
    static Side of(List<Block> blocks, Function<Block, List<Block.Row>> rows, Encoding encoding) {
      long size = -1;
      for (Block block : blocks) {
        for (Block.Row row : rows.apply(block)) {
          WholeFile whole = WholeFile.of(row.text());
          if (whole != null) {
            return new Side(whole, whole.size);
          }
          size =
              Math.max(size, encoding.markLength())
                  + row.text().getBytes(encoding.charset()).length;
        }
      }
      return new Side(null, size);
    }

    String kind() {
      return whole == null ? "text" : whole.kind;
    }

    String type() {
      return whole == null ? "" : whole.type;
    }
  }
}
