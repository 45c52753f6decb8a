package dev.tenon.core.edit;

import dev.tenon.core.edit.diff.LineChange;
import dev.tenon.core.edit.diff.LineRange;
import dev.tenon.core.edit.diff.TextLines;
import dev.tenon.core.edit.diff.UnifiedDiff;
import dev.tenon.core.text.FileBytes;
import dev.tenon.core.text.TextFile;
import dev.tenon.core.text.UnwritableTextException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The planned change of one file, a part of a [Transaction]: what is to happen to it. Texts have
/// LF line ends; whoever writes them restores the file's own line ends, byte order mark and
/// encoding. A base is the file as it was when the change was planned; the commit compares its hash
/// with the file once more.
public sealed interface FileChange {

  /// The file it is about; for a move the one that is moved.
  String path();

  /// The text before the change; empty for a new file.
  String before();

  /// The text after the change; empty for a deleted file.
  String text();

  /// A new file, with its folders. It must not exist.
  record Create(String path, String text) implements FileChange {
    public Create {
      requirePath(path);
    }

    @Override
    public String before() {
      return "";
    }
  }

  /// Another text for a file.
  ///
  /// @param form the file whose encoding, line ends and mode it has afterwards: the file itself, or
  ///   one that is moved over it
  record Update(FileState.Existing base, FileState.Existing form, String text)
      implements FileChange {
    public Update {
      requirePath(base.path());
      requirePath(form.path());
    }

    public Update(FileState.Existing base, String text) {
      this(base, base, text);
    }

    @Override
    public String path() {
      return base.path();
    }

    @Override
    public String before() {
      return base.text();
    }
  }

  /// The end of a file.
  record Delete(FileState.Existing base) implements FileChange {
    public Delete {
      requirePath(base.path());
    }

    @Override
    public String path() {
      return base.path();
    }

    @Override
    public String before() {
      return base.text();
    }

    @Override
    public String text() {
      return "";
    }
  }

  /// Another path for a file, and perhaps another text; with the text it had, its bytes stay as
  /// they are. The target must not exist.
  record Move(FileState.Existing base, String target, String text) implements FileChange {
    public Move {
      requirePath(base.path());
      requirePath(target);
      if (base.path().equals(target)) {
        throw new IllegalArgumentException("a move needs two paths: " + target);
      }
    }

    @Override
    public String path() {
      return base.path();
    }

    @Override
    public String before() {
      return base.text();
    }
  }

  /// A file as a whole, by its bytes, whatever they are: a picture, an archive, a text of which
  /// nobody needs the lines, or a file that is too large to be held in memory. It has no text here.
  ///
  /// @param base the hash that the file has to have; null if it must not exist
  /// @param target another path for it, where no file may be; null if it stays
  /// @param content its bytes afterwards; null for a file that is deleted, or that only moves
  record Bytes(
      String path, @Nullable String base, @Nullable String target, @Nullable FileBytes content)
      implements FileChange {
    public Bytes {
      requirePath(path);
      if (base == null && (content == null || target != null)) {
        throw new IllegalArgumentException("a new file has bytes and one path: " + path);
      }
      if (target != null) {
        requirePath(target);
        if (path.equals(target)) {
          throw new IllegalArgumentException("a move needs two paths: " + target);
        }
      }
    }

    public static Bytes create(String path, FileBytes content) {
      return new Bytes(path, null, null, content);
    }

    /// @param base the hash that the file has now
    public static Bytes replace(String path, String base, FileBytes content) {
      return new Bytes(path, base, null, content);
    }

    public static Bytes delete(String path, String base) {
      return new Bytes(path, base, null, null);
    }

    public static Bytes move(String path, String base, String target) {
      return new Bytes(path, base, target, null);
    }

    /// Whether the file is gone afterwards.
    public boolean deletes() {
      return content == null && target == null;
    }

    @Override
    public String before() {
      return "";
    }

    @Override
    public String text() {
      return "";
    }
  }

  /// Where the file is afterwards, if it moves.
  default @Nullable String target() {
    return null;
  }

  /// The file with another text: a new file if it is missing.
  static FileChange of(FileState state, String text) throws PlanException {
    return switch (state) {
      case FileState.Missing missing -> new Create(missing.path(), text);
      case FileState.Whole file -> {
        try {
          yield Bytes.replace(
              file.path(), file.sha256(), FileBytes.of(TextFile.create(text).bytes()));
        } catch (UnwritableTextException unwritable) {
          throw PlanFailure.of(
                  PlanFailure.Code.INVALID, file.path() + ": " + unwritable.getMessage() + ".")
              .exception();
        }
      }
      case FileState.Existing file -> {
        if (text.equals(file.text())) {
          throw PlanFailure.of(
                  PlanFailure.Code.NO_CHANGE,
                  "The edits to " + file.path() + " leave it as it is; nothing to do.")
              .now(file)
              .exception();
        }
        yield new Update(file, text);
      }
    };
  }

  /// The change as a unified diff; empty for a file that only moves.
  default String diff() {
    String oldName = this instanceof Create ? UnifiedDiff.NO_FILE : "a/" + path();
    String newName =
        switch (this) {
          case Create create -> "b/" + create.path();
          case Update update -> "b/" + update.path();
          case Delete delete -> UnifiedDiff.NO_FILE;
          case Move move -> "b/" + move.target();
          case Bytes bytes -> "b/" + (bytes.target() == null ? bytes.path() : bytes.target());
        };
    if (this instanceof Bytes bytes) {
      return bytes.content() == null && bytes.target() != null
          ? ""
          : UnifiedDiff.binary(
              bytes.base() == null ? UnifiedDiff.NO_FILE : oldName,
              bytes.deletes() ? UnifiedDiff.NO_FILE : newName);
    }
    return UnifiedDiff.render(oldName, newName, before(), text());
  }

  /// The lines of the text after the change that are new, and the line at which something is gone.
  default List<LineRange> changedLines() {
    List<String> lines = TextLines.terminated(text());
    var ranges = new ArrayList<LineRange>();
    for (LineChange change : LineChange.between(TextLines.terminated(before()), lines)) {
      int first = Math.min(change.newStart() + 1, Math.max(1, lines.size()));
      ranges.add(new LineRange(first, Math.max(first, change.newEnd())));
    }
    return ranges;
  }

  private static void requirePath(String path) {
    if (path.isBlank()) {
      throw new IllegalArgumentException("the path is empty");
    }
  }
}
