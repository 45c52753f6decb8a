package dev.tenon.core.edit.patch;

import dev.tenon.core.edit.EditSource;
import dev.tenon.core.edit.FileChange;
import dev.tenon.core.edit.FileState;
import dev.tenon.core.edit.LineOrigins;
import dev.tenon.core.edit.Plan;
import dev.tenon.core.edit.PlanException;
import dev.tenon.core.edit.PlanFailure;
import dev.tenon.core.edit.PlanFailure.Code;
import dev.tenon.core.edit.Transaction;
import dev.tenon.core.edit.diff.DiffHunk;
import dev.tenon.core.edit.diff.DiffHunk.Side;
import dev.tenon.core.edit.diff.TextLines;
import dev.tenon.core.edit.match.NearestPlace;
import dev.tenon.core.text.Sha256;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// The dialect of `safe_patch`: a unified diff for a file in a known state. First the hash of the
/// file is verified, then the diff is put right (line numbers and counts follow from the lines
/// themselves), then the corrected diff is applied strictly. Each of the three can fail on its own:
/// [Code#STALE], [Code#NO_MATCH] (or its kin for a diff that cannot be read or placed) and
/// [Code#INTERNAL].
///
/// @param baseSha256 the hash that came with the content; that of no bytes creates a file
public record SafePatch(String path, String unifiedDiff, String baseSha256) {
  private static final String PREFIX = "sha256:";

  public SafePatch {
    String hash = baseSha256.strip().toLowerCase(Locale.ROOT);
    baseSha256 = hash.startsWith(PREFIX) ? hash.substring(PREFIX.length()) : hash;
  }

  /// The strict step, so that a test can make it fail.
  @FunctionalInterface
  interface Strict {
    Optional<String> apply(String text, List<DiffHunk> hunks);
  }

  public Plan plan(EditSource source) throws PlanException {
    return plan(source, StrictPatch::apply);
  }

  Plan plan(EditSource source, Strict strict) throws PlanException {
    FileState state = source.current(path);
    verify(state);
    return switch (state) {
      case FileState.Whole file -> throw file.refused();
      case FileState.Missing missing -> create(missing);
      case FileState.Existing file -> update(file, strict);
    };
  }

  private void verify(FileState state) throws PlanException {
    String found =
        switch (state) {
          case FileState.Missing missing -> Sha256.EMPTY;
          case FileState.Whole file -> file.sha256();
          case FileState.Existing file -> file.sha256();
        };
    if (!found.equals(baseSha256)) {
      throw mismatch(state);
    }
  }

  private PlanException mismatch(FileState state) {
    String happened =
        switch (state) {
          case FileState.Missing missing ->
              " does not exist, and base_content_sha256 is not that of an empty content.";
          case FileState.Existing file when baseSha256.equals(Sha256.EMPTY) ->
              " exists already, and base_content_sha256 is that of a new file.";
          case FileState.Whole file -> " is not text.";
          case FileState.Existing file -> " is not in the state that base_content_sha256 names.";
        };
    return PlanFailure.of(Code.STALE, "State Mismatch: " + state.path() + happened)
        .now(state)
        .suggest(
            state instanceof FileState.Missing
                ? "Check the path; to create the file, use the base " + Sha256.EMPTY + "."
                : "Make the diff again from the content below and use its sha256.")
        .exception();
  }

  private Plan create(FileState.Missing missing) throws PlanException {
    PatchParser.Parsed patch = PatchParser.parse(unifiedDiff);
    var warnings = warnings(patch);
    var lines = new ArrayList<String>();
    boolean ended = true;
    for (PatchHunk hunk : patch.hunks()) {
      for (PatchHunk.Line line : hunk.trimmed().bareAdded().lines()) {
        if (line.side() != Side.NEW) {
          throw PlanFailure.of(
                  Code.NO_MATCH,
                  "Invalid Diff: %s does not exist, so the diff can only add lines, but it has %s."
                      .formatted(missing.path(), NearestPlace.quoted(line.text())))
              .now(missing)
              .suggest("Begin every line of a new file with +.")
              .exception();
        }
        lines.add(line.text());
      }
      ended = !hunk.newUnended();
    }
    return Plan.of(FileChange.of(missing, new TextLines(lines, ended).text()), warnings);
  }

  private Plan update(FileState.Existing file, Strict strict) throws PlanException {
    PatchParser.Parsed patch = PatchParser.parse(unifiedDiff);
    var warnings = warnings(patch);
    var text = TextLines.of(file.text());
    var placed = new PatchPlacement(file, text, PatchStyle.DIFF, warnings).place(patch.hunks());
    List<DiffHunk> corrected = new PatchCorrection(text, warnings).correct(placed);
    Optional<String> after = strict.apply(file.text(), corrected);
    if (after.isEmpty()) {
      throw PlanFailure.of(
              Code.INTERNAL,
              "Internal Error: the corrected diff does not apply to " + file.path() + ".")
          .now(file)
          .suggest("Look through the diff for small mistakes, or use write_file.")
          .exception();
    }
    if (patch.deletes() && after.get().isEmpty()) {
      return Plan.of(new FileChange.Delete(file), warnings);
    }
    var change = new Transaction(List.of(FileChange.of(file, after.get())));
    LineOrigins origins = LineOrigins.of(corrected, text.size());
    return new Plan(change.knowing(Map.of(file.path(), origins)), warnings);
  }

  private List<String> warnings(PatchParser.Parsed patch) {
    var warnings = new ArrayList<>(patch.warnings());
    String name = patch.deletes() ? patch.oldName() : patch.newName();
    boolean same = name.isEmpty() || ("/" + path).endsWith("/" + name) || name.endsWith(path);
    if (!same) {
      warnings.add("The diff names %s; it was applied to %s.".formatted(name, path));
    }
    return warnings;
  }
}
