package dev.tenon.core.edit.lines;

import dev.tenon.core.edit.EditPlacement;
import dev.tenon.core.edit.EditSource;
import dev.tenon.core.edit.FileChange;
import dev.tenon.core.edit.FileState;
import dev.tenon.core.edit.Plan;
import dev.tenon.core.edit.PlanException;
import dev.tenon.core.edit.PlanFailure;
import dev.tenon.core.edit.PlanFailure.Code;
import dev.tenon.core.edit.Transaction;
import dev.tenon.core.edit.diff.LineChange;
import dev.tenon.core.edit.diff.TextLines;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/// The dialect of `propose_edits`: replace, insert and delete ranges of lines. All line numbers
/// refer to the file as it is now, and every range has to be what its hash says.
public record LineEdits(List<ProposedEdit> edits) {

  public LineEdits {
    edits = List.copyOf(edits);
  }

  /// The differences between two texts of a file as edits, for a dialect that does not tell its
  /// edits apart.
  ///
  /// @param ids gives each a name
  public static List<EditPlacement> placements(
      String path, String before, String after, Supplier<String> ids) {
    var placements = new ArrayList<EditPlacement>();
    for (LineChange change :
        LineChange.between(TextLines.terminated(before), TextLines.terminated(after))) {
      placements.add(
          new EditPlacement(
              ids.get(),
              path,
              change.oldStart() + 1,
              change.oldEnd() - change.oldStart(),
              change.newStart() + 1,
              change.newEnd() - change.newStart()));
    }
    return placements;
  }

  /// The lines of a text as edits count them.
  public static List<String> lines(String text) {
    return TextLines.split(text);
  }

  public Plan plan(EditSource source) throws PlanException {
    if (edits.isEmpty()) {
      throw PlanFailure.of(Code.MALFORMED, "There is no edit in the list of edits.").exception();
    }
    requireDistinctIds();
    Map<String, LineEditsOfFile> files = new LinkedHashMap<>();
    for (ProposedEdit edit : edits) {
      FileState state = source.current(edit.filePath());
      files.computeIfAbsent(state.path(), path -> new LineEditsOfFile(state)).add(edit);
    }
    var planned = new ArrayList<FileChange>();
    var placements = new ArrayList<EditPlacement>();
    for (LineEditsOfFile file : files.values()) {
      planned.add(file.plan(placements));
    }
    return new Plan(new Transaction(planned, placements), List.of());
  }

  private void requireDistinctIds() throws PlanException {
    var ids = new HashSet<String>();
    for (ProposedEdit edit : edits) {
      if (edit.editId().isBlank() || !ids.add(edit.editId())) {
        throw PlanFailure.of(
                Code.INVALID,
                "Every edit needs an edit_id of its own, but one is '%s'.".formatted(edit.editId()))
            .exception();
      }
    }
  }
}
