package dev.tenon.core.edit.hashline;

import dev.tenon.core.edit.EditSource;
import dev.tenon.core.edit.FileChange;
import dev.tenon.core.edit.FileState;
import dev.tenon.core.edit.Plan;
import dev.tenon.core.edit.PlanException;
import dev.tenon.core.edit.PlanFailure;
import dev.tenon.core.edit.PlanFailure.Code;
import dev.tenon.core.edit.Transaction;
import dev.tenon.core.edit.diff.Merge3;
import dev.tenon.core.edit.diff.Splice;
import dev.tenon.core.edit.diff.TextLines;
import dev.tenon.core.edit.hashline.Anchors.Anchor;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The dialect of `hashline_edit`: operations on lines that are named by [Anchors]. All anchors of
/// a request refer to the file before it, and all sections are planned before any counts.
///
/// When the file has changed since the model saw it, the edit is made on what the model saw and
/// merged with what has happened since; if that is not possible without doubt, it fails and shows
/// the lines as they are now.
public record Hashline(String input, Duplicates duplicates) {

  /// What to do about lines of the payload that stand next to their place already.
  public enum Duplicates {
    /// Take the request literally.
    KEEP,
    /// Take lines repeated by a replacement as part of what it replaces.
    ABSORB,
    /// That, and leave out lines repeated by an insert.
    ABSORB_AND_DROP
  }

  public Hashline(String input) {
    this(input, Duplicates.ABSORB);
  }

  public Plan plan(EditSource source) throws PlanException {
    HashlineParser.Parsed parsed = HashlineParser.parse(input);
    var states = new LinkedHashMap<String, FileState>();
    var ops = new LinkedHashMap<String, List<HashlineOp>>();
    for (HashlineParser.Section section : parsed.sections()) {
      FileState state = source.current(section.path());
      states.put(state.path(), state);
      ops.computeIfAbsent(state.path(), path -> new ArrayList<>()).addAll(section.ops());
    }
    var warnings = new ArrayList<>(parsed.warnings());
    var files = new ArrayList<FileChange>();
    for (Map.Entry<String, FileState> entry : states.entrySet()) {
      List<HashlineOp> own = ops.getOrDefault(entry.getKey(), List.of());
      String text =
          switch (entry.getValue()) {
            case FileState.Whole file -> throw file.refused();
            case FileState.Missing missing -> created(missing, own);
            case FileState.Existing file ->
                edited(file, own, source.remembered(file.path()), warnings);
          };
      files.add(FileChange.of(entry.getValue(), text));
    }
    return new Plan(new Transaction(files), warnings);
  }

  private String created(FileState.Missing missing, List<HashlineOp> ops) throws PlanException {
    for (HashlineOp op : ops) {
      if (!op.anchors().isEmpty()) {
        throw PlanFailure.of(
                Code.NOT_FOUND,
                "File not found: %s, so it has no line %s."
                    .formatted(missing.path(), op.anchors().getFirst()))
            .now(missing)
            .suggest("Check the path; to create the file, insert at »BOF.")
            .exception();
      }
    }
    return apply(missing, "", ops, new ArrayList<>());
  }

  private String edited(
      FileState.Existing file,
      List<HashlineOp> ops,
      List<FileState.Existing> remembered,
      List<String> warnings)
      throws PlanException {
    boolean anchored = ops.stream().anyMatch(op -> !op.anchors().isEmpty());
    boolean current = remembered.isEmpty() || remembered.getFirst().sha256().equals(file.sha256());
    // Anchors come from what the model saw last. That they fit the present file, too, can be luck.
    if (anchored && !current && fit(remembered.getFirst(), ops)) {
      Optional<String> merged = merged(file, remembered.getFirst(), ops, warnings);
      if (merged.isPresent()) {
        return merged.get();
      }
      throw StaleAnchors.failure(file, ops).exception();
    }
    if (fit(file, ops)) {
      return apply(file, file.text(), ops, warnings);
    }
    for (FileState.Existing seen : remembered) {
      if (!seen.sha256().equals(file.sha256()) && fit(seen, ops)) {
        Optional<String> merged = merged(file, seen, ops, warnings);
        if (merged.isPresent()) {
          return merged.get();
        }
      }
    }
    throw StaleAnchors.failure(file, ops).exception();
  }

  private static boolean fit(FileState.Existing file, List<HashlineOp> ops) {
    List<String> lines = TextLines.split(file.text());
    for (HashlineOp op : ops) {
      for (Anchor anchor : op.anchors()) {
        if (!anchor.fits(lines)) {
          return false;
        }
      }
    }
    return true;
  }

  private Optional<String> merged(
      FileState.Existing file, FileState.Existing seen, List<HashlineOp> ops, List<String> warnings)
      throws PlanException {
    var own = new ArrayList<String>();
    String edited = apply(seen, seen.text(), ops, own);
    Optional<String> merged =
        Merge3.of(seen.text(), file.text(), edited, Merge3.Touching.MERGE).text();
    if (merged.isPresent()) {
      warnings.addAll(own);
      warnings.add(
          "%s has changed since version %d, which the anchors are from; the edit was merged with"
                  .formatted(file.path(), seen.version().version())
              + " those changes. Read the file again before editing it further.");
    }
    return merged;
  }

  private String apply(FileState state, String text, List<HashlineOp> ops, List<String> warnings)
      throws PlanException {
    var lines = TextLines.of(text);
    List<Splice> splices = HashlineOrder.splices(state, lines.size(), ops);
    List<Splice> absorbed = new RepeatedLines(lines.lines(), warnings).apply(splices, duplicates);
    return lines.with(Splice.apply(lines.lines(), absorbed)).text();
  }
}
