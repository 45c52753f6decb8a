package dev.tenon.core.edit;

import dev.tenon.core.edit.diff.LineChange;
import dev.tenon.core.edit.diff.LineRange;
import dev.tenon.core.edit.diff.TextLines;
import dev.tenon.core.edit.diff.UnifiedDiff;
import java.util.ArrayList;
import java.util.List;

/// A change to one file, with the text that it had when the plan was made.
///
/// @param before the LF text before the change; empty for a new file
public record PlannedFile(FileChange change, String before) {

  /// The file with another text: a new file if it is missing.
  public static PlannedFile of(FileState state, String text) throws PlanException {
    return switch (state) {
      case FileState.Missing missing ->
          new PlannedFile(new FileChange.Create(missing.path(), text), "");
      case FileState.Existing file -> {
        if (text.equals(file.text())) {
          throw PlanFailure.of(
                  PlanFailure.Code.NO_CHANGE,
                  "The edits to " + file.path() + " leave it as it is; nothing to do.")
              .now(file)
              .exception();
        }
        yield new PlannedFile(new FileChange.Update(file.path(), file.sha256(), text), file.text());
      }
    };
  }

  /// The text after the change; empty for a deleted file.
  public String after() {
    return switch (change) {
      case FileChange.Create create -> create.text();
      case FileChange.Update update -> update.text();
      case FileChange.Delete delete -> "";
      case FileChange.Move move -> move.text();
    };
  }

  /// The change as a unified diff; empty for a file that only moves.
  public String diff() {
    return switch (change) {
      case FileChange.Create create ->
          UnifiedDiff.render(UnifiedDiff.NO_FILE, "b/" + create.path(), before, create.text());
      case FileChange.Update update -> UnifiedDiff.of(update.path(), before, update.text());
      case FileChange.Delete delete ->
          UnifiedDiff.render("a/" + delete.path(), UnifiedDiff.NO_FILE, before, "");
      case FileChange.Move move ->
          UnifiedDiff.render("a/" + move.path(), "b/" + move.target(), before, move.text());
    };
  }

  /// The lines of the text after the change that are new, and the line at which something is gone.
  public List<LineRange> changedLines() {
    List<String> lines = TextLines.terminated(after());
    var ranges = new ArrayList<LineRange>();
    for (LineChange change : LineChange.between(TextLines.terminated(before), lines)) {
      int first = Math.min(change.newStart() + 1, Math.max(1, lines.size()));
      ranges.add(new LineRange(first, Math.max(first, change.newEnd())));
    }
    return ranges;
  }
}
