package dev.tenon.core.edit;

import dev.tenon.core.edit.diff.TextLines;
import java.util.List;

/// The result of planning an edit: what is to become of which files. Its [Transaction] can be
/// committed.
///
/// @param warnings what the planner had to put right or guess; the model should see them
public record Plan(Transaction transaction, List<String> warnings) {

  public Plan {
    warnings = List.copyOf(warnings);
  }

  public static Plan of(FileChange change, List<String> warnings) {
    return new Plan(new Transaction(List.of(change)), warnings);
  }

  /// The plan that gives a file another text, whatever it was.
  public static Plan replacing(FileState.Existing file, String text) throws PlanException {
    return of(FileChange.of(file, TextLines.lf(text)), List.of());
  }

  public List<FileChange> changes() {
    return transaction.changes();
  }

  /// All changes as one unified diff.
  public String diff() {
    var out = new StringBuilder();
    for (FileChange change : changes()) {
      out.append(change.diff());
    }
    return out.toString();
  }
}
