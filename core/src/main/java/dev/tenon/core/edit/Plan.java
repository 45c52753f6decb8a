package dev.tenon.core.edit;

import java.util.List;

/// What is to be done, ready to be committed.
///
/// @param warnings what the planner had to put right or guess; the model should see them
public record Plan(List<PlannedFile> files, List<String> warnings) {

  public Plan {
    files = List.copyOf(files);
    warnings = List.copyOf(warnings);
  }

  static Plan of(PlannedFile file, List<String> warnings) {
    return new Plan(List.of(file), warnings);
  }

  /// The plan that gives a file another text, whatever it was.
  public static Plan replacing(FileState.Existing file, String text) throws PlanException {
    return of(PlannedFile.of(file, TextLines.lf(text)), List.of());
  }

  public Transaction transaction() {
    return new Transaction(files.stream().map(PlannedFile::change).toList());
  }

  /// All changes as one unified diff.
  public String diff() {
    var out = new StringBuilder();
    for (PlannedFile file : files) {
      out.append(file.diff());
    }
    return out.toString();
  }
}
