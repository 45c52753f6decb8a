package dev.tenon.core.change.review;

import dev.tenon.core.change.journal.Change;
import dev.tenon.core.json.Json;
import java.util.List;

/// The result of applying staged hunks: the files that were written.
///
/// @param changes as the journal has them, so that they can be undone
public record ApplyResult(List<File> files, List<Change> changes) {
  public ApplyResult {
    files = List.copyOf(files);
    changes = List.copyOf(changes);
  }

  /// How many hunks of a file had which fate.
  ///
  /// @param path where the file is now, or was
  /// @param pending the hunks that wait for a decision
  /// @param dropped the hunks that were dropped without one
  public record File(String path, int applied, int rejected, int pending, int dropped) {
    Json.Obj toJson() {
      return Json.object()
          .put("file_path", path)
          .put("applied_hunks", applied)
          .put("rejected_hunks", rejected)
          .put("pending_hunks", pending)
          .put("dropped_hunks", dropped)
          .build();
    }
  }

  public Json.Obj toJson() {
    return Json.object()
        .array("applied_files", files.stream().map(File::toJson).toList())
        .put("change_ids", Json.strings(changes.stream().map(Change::id).toList()))
        .build();
  }
}
