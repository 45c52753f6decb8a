package dev.tenon.core.workspace;

import dev.tenon.core.text.Encoding;
import dev.tenon.core.text.FileVersion;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What a read gave.
public sealed interface ReadResult {

  /// Where it really is.
  Path real();

  /// The path as the model sees it.
  String path();

  /// What the reader should know: where the path was found instead, what was left out and how to
  /// get it. Whole sentences, in order.
  List<String> notes();

  /// Lines of a text.
  ///
  /// @param version null for a file that is too large for one
  /// @param first the number of the first line shown
  /// @param lines without their ends
  /// @param total how many lines the file has, or -1 if it was not read to its end
  /// @param next the selector for what follows, null if nothing does
  record Text(
      Path real,
      String path,
      @Nullable FileVersion version,
      long size,
      Encoding encoding,
      long first,
      List<String> lines,
      long total,
      @Nullable Selector next,
      FinalNewline finalNewline,
      List<String> notes)
      implements ReadResult {

    public Text {
      lines = List.copyOf(lines);
      notes = List.copyOf(notes);
    }

    public Optional<FileVersion> versionIfAny() {
      return Optional.ofNullable(version);
    }

    /// The number of the last line shown, one less than [#first] if there are none.
    public long last() {
      return first + lines.size() - 1;
    }

    /// The lines as one text. The last one has an end unless the file ends without.
    public String content() {
      if (lines.isEmpty()) {
        return "";
      }
      boolean open = last() == total && finalNewline == FinalNewline.MISSING;
      return String.join("\n", lines) + (open ? "" : "\n");
    }
  }

  /// Whether the last line of a file is ended.
  enum FinalNewline {
    PRESENT,
    MISSING
  }

  /// A file that is not text.
  ///
  /// @param version null for a file that is too large for one
  record Binary(
      Path real,
      String path,
      @Nullable FileVersion version,
      long size,
      String reason,
      List<String> notes)
      implements ReadResult {
    public Binary {
      notes = List.copyOf(notes);
    }
  }

  /// A folder as a tree: one entry a line, indented by two spaces a level, folders end with a
  /// slash.
  record Tree(Path real, String path, List<String> entries, List<String> notes)
      implements ReadResult {
    public Tree {
      entries = List.copyOf(entries);
      notes = List.copyOf(notes);
    }
  }
}
