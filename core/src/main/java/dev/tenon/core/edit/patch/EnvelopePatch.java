package dev.tenon.core.edit.patch;

import dev.tenon.core.edit.EditSource;
import dev.tenon.core.edit.FileState;
import dev.tenon.core.edit.Plan;
import dev.tenon.core.edit.PlanException;
import dev.tenon.core.edit.PlanFailure;
import dev.tenon.core.edit.PlanFailure.Code;
import dev.tenon.core.edit.Transaction;
import dev.tenon.core.edit.diff.DiffHunk;
import dev.tenon.core.edit.diff.DiffHunk.Side;
import dev.tenon.core.edit.diff.TextLines;
import dev.tenon.core.edit.match.Indentation;
import dev.tenon.core.edit.match.Likeness;
import dev.tenon.core.edit.patch.EnvelopeParser.Section;
import dev.tenon.core.edit.patch.PatchCandidates.Placed;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The dialect of `apply_patch`: the envelope `*** Begin Patch` with sections that add, delete,
/// update and move files. A chunk is found by the lines it keeps and removes, exactly or, with a
/// warning, up to white space and punctuation; `@@` lines and the mark for the end of the file
/// narrow it down. Chunks that fit several places are refused.
public record EnvelopePatch(String input) {

  public Plan plan(EditSource source) throws PlanException {
    EnvelopeParser.Parsed parsed = EnvelopeParser.parse(input);
    var warnings = new ArrayList<>(parsed.warnings());
    var draft = new PatchDraft(source, warnings);
    for (Section section : parsed.sections()) {
      switch (section) {
        case Section.Add add -> draft.add(add.path(), add.text());
        case Section.Delete delete -> draft.delete(delete.path());
        case Section.Update update -> {
          if (update.hunks().isEmpty()
              && update.target() != null
              && draft.moveWhole(update.path(), update.target())) {
            continue;
          }
          FileState.Existing file = draft.file(update.path());
          if (!update.hunks().isEmpty()) {
            draft.update(file, updated(file, update.hunks(), warnings));
          }
          String target = update.target();
          if (target != null) {
            draft.move(file, target);
          }
        }
      }
    }
    return new Plan(new Transaction(draft.files()), warnings);
  }

  private static String updated(
      FileState.Existing file, List<PatchHunk> hunks, List<String> warnings) throws PlanException {
    var text = TextLines.of(file.text());
    var placed = new ArrayList<Placed>();
    for (Placed place :
        new PatchPlacement(file, text, PatchStyle.ENVELOPE, warnings).place(hunks)) {
      placed.add(indented(place, text, warnings));
    }
    List<DiffHunk> corrected = new PatchCorrection(text, warnings).correct(placed);
    Optional<String> after = StrictPatch.apply(file.text(), corrected);
    if (after.isEmpty()) {
      throw PlanFailure.of(
              Code.INTERNAL, "The chunks for " + file.path() + " were found and do not apply.")
          .now(file)
          .suggest("Send the change in another form, such as write_file.")
          .exception();
    }
    return after.get();
  }

  /// The hunk with its added lines indented as the file is, when its other lines are not and there
  /// is a rule for the difference.
  private static Placed indented(Placed place, TextLines text, List<String> warnings) {
    List<String> remembered = place.hunk().oldLines();
    List<String> found = text.lines().subList(place.at(), place.end());
    boolean same = true;
    for (int i = 0; i < found.size(); i++) {
      same &= Likeness.TRAILING_SPACE.same(remembered.get(i), found.get(i));
    }
    if (same) {
      return place;
    }
    Optional<Indentation> rule = Indentation.between(remembered, found);
    var lines = new ArrayList<PatchHunk.Line>();
    for (PatchHunk.Line line : place.hunk().lines()) {
      Optional<String> shifted =
          line.side() == Side.NEW
              ? rule.flatMap(indentation -> indentation.apply(line.text()))
              : Optional.of(line.text());
      if (shifted.isEmpty()) {
        warnings.add(
            "Chunk %d: its added lines were taken as they are; check their indentation."
                .formatted(place.hunk().number()));
        return place;
      }
      lines.add(new PatchHunk.Line(line.side(), shifted.get(), line.form()));
    }
    return new Placed(place.hunk().withLines(lines), place.at(), place.anchor());
  }
}
