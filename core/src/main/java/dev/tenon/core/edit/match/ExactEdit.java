package dev.tenon.core.edit.match;

import dev.tenon.core.edit.EditSource;
import dev.tenon.core.edit.FileChange;
import dev.tenon.core.edit.FileState;
import dev.tenon.core.edit.Plan;
import dev.tenon.core.edit.PlanException;
import dev.tenon.core.edit.PlanFailure;
import dev.tenon.core.edit.PlanFailure.Code;
import dev.tenon.core.edit.diff.TextLines;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The dialect of `edit_file`: one text of a file becomes another. The old text has to be there
/// exactly once, or as often as it likes with [Occurrences#ALL]. An empty old text creates a
/// missing file, or appends to one that exists.
///
/// A near miss (white space, indentation, quotes) is applied only when it fits one place and the
/// lines to be replaced differ in nothing but white space around them; the plan then has a warning.
public record ExactEdit(String path, String oldText, String newText, Occurrences occurrences) {
  private static final int MOST_PLACES = 8;

  public ExactEdit {
    oldText = TextLines.lf(oldText);
    newText = TextLines.lf(newText);
  }

  /// Which occurrences of the old text to replace.
  public enum Occurrences {
    /// The only one; two are a failure.
    ONE,
    ALL
  }

  public Plan plan(EditSource source) throws PlanException {
    return switch (source.current(path)) {
      case FileState.Whole file -> throw file.refused();
      case FileState.Missing missing -> create(missing);
      case FileState.Existing file -> oldText.isEmpty() ? append(file) : replace(file);
    };
  }

  private Plan create(FileState.Missing missing) throws PlanException {
    if (oldText.isEmpty()) {
      return Plan.of(FileChange.of(missing, newText), List.of());
    }
    throw PlanFailure.of(Code.NOT_FOUND, "There is no file " + missing.path() + " to edit.")
        .now(missing)
        .suggest("Check the path, or create the file with an empty old text.")
        .exception();
  }

  private Plan append(FileState.Existing file) throws PlanException {
    String before = file.text();
    var warnings = new ArrayList<String>();
    if (!before.isEmpty() && !before.endsWith("\n") && !newText.startsWith("\n")) {
      int last = TextLines.lineAt(before, before.length());
      warnings.add(
          "%s did not end with a newline, so the appended text continues line %d."
              .formatted(file.path(), last));
    }
    return Plan.of(FileChange.of(file, before + newText), warnings);
  }

  private Plan replace(FileState.Existing file) throws PlanException {
    if (oldText.equals(newText)) {
      throw PlanFailure.of(Code.NO_CHANGE, "The old and the new text are the same; nothing to do.")
          .now(file)
          .exception();
    }
    String text = file.text();
    int at = text.indexOf(oldText);
    if (at < 0) {
      return nearMiss(file);
    }
    if (occurrences == Occurrences.ALL) {
      return Plan.of(FileChange.of(file, text.replace(oldText, newText)), List.of());
    }
    // Occurrences that overlap count as two, or the place would be a matter of luck.
    if (text.indexOf(oldText, at + 1) >= 0) {
      throw ambiguous(file);
    }
    String after = text.substring(0, at) + newText + text.substring(at + oldText.length());
    return Plan.of(FileChange.of(file, after), List.of());
  }

  private PlanException ambiguous(FileState.Existing file) {
    var places = new ArrayList<String>();
    int count = 0;
    int line = 1;
    int counted = 0;
    String text = file.text();
    for (int at = text.indexOf(oldText); at >= 0; at = text.indexOf(oldText, at + 1)) {
      for (; counted < at; counted++) {
        line += text.charAt(counted) == '\n' ? 1 : 0;
      }
      count++;
      if (places.size() < MOST_PLACES) {
        places.add(Integer.toString(line));
      }
    }
    String more = count > MOST_PLACES ? ", …" : "";
    return PlanFailure.of(
            Code.AMBIGUOUS,
            "The old text occurs %d times in %s (lines %s%s) and has to occur once."
                .formatted(count, file.path(), String.join(", ", places), more))
        .now(file)
        .suggest(
            "Add lines before or after it that make it unique,"
                + " or set replace_all to change every occurrence.")
        .exception();
  }

  private Plan nearMiss(FileState.Existing file) throws PlanException {
    var lines = TextLines.of(file.text());
    var miss = new NearMiss(lines.lines(), oldText, newText);
    Optional<NearMiss.Repair> repair = miss.repair();
    if (repair.isPresent()) {
      String text = lines.with(repair.get().lines()).text();
      return Plan.of(FileChange.of(file, text), List.of(repair.get().warning()));
    }
    throw PlanFailure.of(Code.NO_MATCH, "The old text is not in " + file.path() + ".")
        .now(file)
        .nearest(miss.nearest())
        .suggest("Read the file again and copy the old text exactly, without line numbers.")
        .exception();
  }
}
