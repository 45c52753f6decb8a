package dev.tenon.core.edit;

import dev.tenon.core.edit.diff.TextLines;
import java.util.List;

/// What is to be done, ready to be committed.
///
/// @param warnings what the planner had to put right or guess; the model should see them
/// @param edits where each edit lies, if the dialect tells its edits apart
public record Plan(List<FileChange> files, List<String> warnings, List<EditPlacement> edits) {

  public Plan {
    files = List.copyOf(files);
    warnings = List.copyOf(warnings);
    edits = List.copyOf(edits);
  }

  /// The plan of a dialect that does not tell its edits apart.
  public Plan(List<FileChange> files, List<String> warnings) {
    this(files, warnings, List.of());
  }

  public static Plan of(FileChange file, List<String> warnings) {
    return new Plan(List.of(file), warnings);
  }

  /// The plan that gives a file another text, whatever it was.
  public static Plan replacing(FileState.Existing file, String text) throws PlanException {
    return of(FileChange.of(file, TextLines.lf(text)), List.of());
  }

  public Transaction transaction() {
    return new Transaction(files, edits);
  }

  /// All changes as one unified diff.
  public String diff() {
    var out = new StringBuilder();
    for (FileChange file : files) {
      out.append(file.diff());
    }
    return out.toString();
  }
}
