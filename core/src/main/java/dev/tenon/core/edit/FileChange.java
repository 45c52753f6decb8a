package dev.tenon.core.edit;

import dev.tenon.core.edit.diff.LineChange;
import dev.tenon.core.edit.diff.LineRange;
import dev.tenon.core.edit.diff.TextLines;
import dev.tenon.core.edit.diff.UnifiedDiff;
import java.util.ArrayList;
import java.util.List;

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
  record Update(FileState.Existing base, String text) implements FileChange {
    public Update {
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

  /// The file with another text: a new file if it is missing.
  static FileChange of(FileState state, String text) throws PlanException {
    return switch (state) {
      case FileState.Missing missing -> new Create(missing.path(), text);
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
        };
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
