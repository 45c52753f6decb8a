package dev.tenon.core.change.review;

import dev.tenon.core.change.weave.Hunk;
import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonFields;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// All that is staged and not yet on the disk, file by file and hunk by hunk, for review.
public record DiffBundle(List<FileDiff> files) {
  public DiffBundle {
    files = List.copyOf(files);
  }

  /// The hunks of one file.
  ///
  /// @param path where it is on the disk; for a new file, where it is to be
  /// @param target where it is in the working buffers, if that is elsewhere
  /// @param baseSha256 the hash of its bytes on the disk, which has to be the same when hunks are
  ///   applied; that of no bytes for a new file
  /// @param workingSha256 the hash of the working buffer; null when the file is staged to be gone
  /// @param hunks in the order of their lines
  public record FileDiff(
      String path,
      @Nullable String target,
      String baseSha256,
      @Nullable String workingSha256,
      List<Hunk> hunks) {
    public FileDiff {
      hunks = List.copyOf(hunks);
    }

    public Json.Obj toJson() {
      return Json.object()
          .put("file_path", path)
          .put("target_path", target)
          .put("base_file_hash", "sha256:" + baseSha256)
          .put("working_file_hash", workingSha256 == null ? null : "sha256:" + workingSha256)
          .array("hunks", hunks.stream().map(DiffBundle::toJson).toList())
          .build();
    }
  }

  public Json.Obj toJson() {
    return Json.object().array("files", files.stream().map(FileDiff::toJson).toList()).build();
  }

  /// The `accepted` of a hunk is null while nothing has been decided.
  private static Json.Obj toJson(Hunk hunk) {
    Json accepted =
        switch (hunk.status()) {
          case PENDING -> Json.Null.VALUE;
          case ACCEPTED, APPLIED -> Json.of(true);
          case REJECTED -> Json.of(false);
        };
    var json =
        Json.object()
            .put("hunk_id", hunk.id())
            .put("kind", JsonFields.word(hunk.kind()))
            .put("origin", JsonFields.word(hunk.origin()))
            .put("patch", hunk.patch())
            .put("accepted", accepted)
            .put("edit_ids", Json.strings(hunk.editIds()))
            .put("change_ids", Json.strings(hunk.changeIds()));
    if (!hunk.description().isEmpty()) {
      json.put("description", hunk.description());
    }
    if (!hunk.requires().isEmpty()) {
      json.put("requires", Json.strings(hunk.requires()));
    }
    if (hunk.size() == Hunk.Size.OVERSIZED) {
      json.put("oversized_hunk", true);
    }
    return json.build();
  }

  public List<Hunk> hunks() {
    var all = new ArrayList<Hunk>();
    files.forEach(file -> all.addAll(file.hunks));
    return all;
  }

  public Optional<Hunk> hunk(String id) {
    return hunks().stream().filter(hunk -> hunk.id().equals(id)).findFirst();
  }
}
