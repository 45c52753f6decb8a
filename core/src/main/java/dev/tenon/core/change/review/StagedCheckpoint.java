package dev.tenon.core.change.review;

import dev.tenon.core.change.weave.Hunk;
import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonFields;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// The checkpoint of one prompt on staged files: which of them it changed, what they were before,
/// and its hunks.
public record StagedCheckpoint(String id, List<File> files) {
  public StagedCheckpoint {
    files = List.copyOf(files);
  }

  /// One file that the prompt changed.
  ///
  /// @param path where it was before the prompt
  /// @param baseSha256 the hash of its bytes then; that of no bytes if it was not there
  public record File(String path, String baseSha256, List<Hunk> hunks) {
    public File {
      hunks = List.copyOf(hunks);
    }

    private Json.Obj toJson() {
      return Json.object()
          .put("file_path", path)
          .put("base_snapshot_hash", "sha256:" + baseSha256)
          .array("hunks", hunks.stream().map(File::hunk).toList())
          .build();
    }

    private static Json.Obj hunk(Hunk hunk) {
      return Json.object()
          .put("hunk_id", hunk.id())
          .put("status", JsonFields.word(hunk.status()))
          .put("reverse_patch", hunk.reversePatch())
          .build();
    }
  }

  /// With the files of another one that this one does not have.
  StagedCheckpoint with(StagedCheckpoint others) {
    var all = new ArrayList<>(files);
    for (File file : others.files) {
      if (files.stream().noneMatch(known -> known.path.equals(file.path))) {
        all.add(file);
      }
    }
    all.sort(Comparator.comparing(File::path));
    return new StagedCheckpoint(id, all);
  }

  public Json.Obj toJson() {
    return Json.object()
        .put("checkpoint_id", id)
        .array("affected_files", files.stream().map(File::toJson).toList())
        .build();
  }
}
