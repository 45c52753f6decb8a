package dev.tenon.core.edit.patch;

import dev.tenon.core.edit.EditSource;
import dev.tenon.core.edit.FileState;
import dev.tenon.core.edit.Plan;
import dev.tenon.core.edit.PlanException;
import dev.tenon.core.edit.PlanFailure.Code;
import dev.tenon.core.edit.diff.DiffHunk;
import dev.tenon.core.edit.diff.DiffHunk.Side;
import dev.tenon.core.edit.diff.TextLines;
import dev.tenon.core.edit.match.Indentation;
import dev.tenon.core.edit.match.Likeness;
import dev.tenon.core.edit.patch.EnvelopeParser.Reading;
import dev.tenon.core.edit.patch.EnvelopeParser.Section;
import dev.tenon.core.edit.patch.PatchCandidates.Placed;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The dialect of `apply_patch`: the envelope `*** Begin Patch` with sections that add, delete,
/// update and move files. A chunk is found by the lines it keeps and removes, exactly or, with a
/// warning, up to white space and punctuation; `@@` lines and the mark for the end of the file
/// narrow it down. Chunks that fit several places are refused.
public record EnvelopePatch(String input) {

  public Plan plan(EditSource source) throws PlanException {
    if (!EnvelopeParser.isInDoubt(input)) {
      return plan(source, Reading.CONTENT);
    }
    // A line of content has to be in the file, so that reading proves itself or fails.
    try {
      return plan(source, Reading.CONTENT);
    } catch (PlanException asContent) {
      try {
        return plan(source, Reading.MARKER);
      } catch (PlanException asMarker) {
        throw asMarker.failure().code() == Code.MALFORMED ? asContent : asMarker;
      }
    }
  }

  /// Every path that the patch may change, as it is written there. It may name more than it
  /// changes, never less.
  public List<String> paths() {
    return EnvelopeParser.paths(input);
  }

  /// What may become of a file.
  public enum Act {
    ADD,
    UPDATE,
    DELETE,
    /// It gets another name and stays as it is.
    MOVE
  }

  /// What the patch does to files, at a glance; nothing when it cannot be read.
  public Set<Act> acts() {
    var acts = EnumSet.noneOf(Act.class);
    try {
      for (Section section : EnvelopeParser.parse(input, Reading.CONTENT).sections()) {
        acts.add(
            switch (section) {
              case Section.Add ignored -> Act.ADD;
              case Section.Delete ignored -> Act.DELETE;
              case Section.Update update ->
                  update.target() != null && update.hunks().isEmpty() ? Act.MOVE : Act.UPDATE;
            });
      }
    } catch (PlanException unreadable) {
      // Whoever carries it out tells what is wrong with it.
      return Set.of();
    }
    return acts;
  }

  private Plan plan(EditSource source, Reading reading) throws PlanException {
    EnvelopeParser.Parsed parsed = EnvelopeParser.parse(input, reading);
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
            LoneReturns.Updated updated = LoneReturns.updated(file, update.hunks(), warnings);
            draft.update(file, updated.text(), updated.origins());
          }
          String target = update.target();
          if (target != null) {
            draft.move(file, target);
          }
        }
      }
    }
    return new Plan(draft.transaction(), warnings);
  }

  /// The hunks with right numbers, the file's own lines and its indentation.
  static List<DiffHunk> corrected(
      FileState.Existing file, List<PatchHunk> hunks, List<String> warnings) throws PlanException {
    var text = TextLines.of(file.text());
    var placed = new ArrayList<Placed>();
    for (Placed place :
        new PatchPlacement(file, text, PatchStyle.ENVELOPE, warnings).place(hunks)) {
      placed.add(indented(place, text, warnings));
    }
    return new PatchCorrection(text, warnings).correct(placed);
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
