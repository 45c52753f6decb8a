package dev.tenon.core.edit;

import dev.tenon.core.edit.diff.LineRange;
import dev.tenon.core.edit.diff.TextLines;
import dev.tenon.core.json.Json;
import dev.tenon.core.text.FileVersion;
import java.util.ArrayList;
import java.util.List;

/// The `latest_file_state` of an answer: what a file is now, so that the model need not read it
/// again. The content of a large file is left out but for the regions that matter, with the way to
/// read the rest.
public final class LatestFileState {
  private static final int MOST_LINES = 500;
  private static final int MOST_CHARACTERS = 20_000;
  private static final int AROUND = 10;

  private LatestFileState() {}

  /// After a change.
  ///
  /// @param version what the file is now
  /// @param change what has been carried out
  public static Json.Obj of(FileVersion version, FileChange change) {
    return switch (change) {
      case FileChange.Delete delete -> missing(delete.path());
      case FileChange.Create create ->
          state(create.path(), version, create.text(), change.changedLines());
      case FileChange.Update update ->
          state(update.path(), version, update.text(), change.changedLines());
      case FileChange.Move move ->
          state(move.target(), version, move.text(), change.changedLines());
      case FileChange.Bytes bytes -> {
        String target = bytes.target();
        yield bytes.deletes()
            ? missing(bytes.path())
            : whole(target == null ? bytes.path() : target, version);
      }
    };
  }

  /// After a failure: the file as it is, in a large one the nearest place and what has changed
  /// since the model saw it. Empty when the failure is about no file.
  public static Json.Obj of(PlanFailure failure, EditSource source) {
    return switch (failure.now()) {
      case null -> Json.Obj.EMPTY;
      case FileState.Missing missing -> missing(missing.path());
      case FileState.Whole file -> whole(file.path(), file.version());
      case FileState.Existing file ->
          state(file.path(), file.version(), file.text(), regions(failure, file, source));
    };
  }

  private static List<LineRange> regions(
      PlanFailure failure, FileState.Existing file, EditSource source) {
    var regions = new ArrayList<LineRange>();
    PlanFailure.Nearest nearest = failure.nearest();
    if (nearest != null) {
      int lines = 1 + (int) nearest.text().chars().filter(c -> c == '\n').count();
      regions.add(new LineRange(nearest.line(), nearest.line() + lines - 1));
    }
    for (FileState.Existing seen : source.remembered(file.path())) {
      if (!seen.sha256().equals(file.sha256())) {
        regions.addAll(new FileChange.Update(seen, file.text()).changedLines());
      }
      break;
    }
    return regions;
  }

  private static Json.Obj missing(String path) {
    return Json.object().put("file_path", path).put("exists", false).build();
  }

  /// A file whose text is not at hand.
  private static Json.Obj whole(String path, FileVersion version) {
    return Json.object()
        .put("file_path", path)
        .put("version", version.version())
        .put("sha256", version.sha256())
        .build();
  }

  static Json.Obj state(String path, FileVersion version, String text, List<LineRange> regions) {
    var state =
        Json.object()
            .put("file_path", path)
            .put("version", version.version())
            .put("sha256", version.sha256());
    List<String> lines = TextLines.terminated(text);
    if (text.length() <= MOST_CHARACTERS && lines.size() <= MOST_LINES) {
      return state.put("content", text).build();
    }
    var shown = new ArrayList<Json>();
    int left = MOST_CHARACTERS;
    boolean all = true;
    for (LineRange region : merged(regions, lines.size())) {
      String content = String.join("", lines.subList(region.first() - 1, region.last()));
      if (content.length() > left) {
        all = false;
        continue;
      }
      left -= content.length();
      shown.add(
          Json.object()
              .put("start_line", region.first())
              .put("end_line", region.last())
              .put("content", content)
              .build());
    }
    String what = all ? "the changed regions are" : "the changed regions that fit are";
    return state
        .put("total_lines", lines.size())
        .put("regions", Json.array(shown))
        .put(
            "note",
            "The file is large, so %s shown; read the rest with read_file %s:FIRST-LAST."
                .formatted(shown.isEmpty() ? "its content is not" : what, path))
        .build();
  }

  /// The regions with lines around them, those that then meet as one.
  private static List<LineRange> merged(List<LineRange> regions, int lines) {
    var sorted = new ArrayList<>(regions);
    sorted.sort((one, other) -> Integer.compare(one.first(), other.first()));
    var merged = new ArrayList<LineRange>();
    for (LineRange region : sorted) {
      int first = Math.max(1, region.first() - AROUND);
      int last = Math.min(lines, region.last() + AROUND);
      if (first > last) {
        continue;
      }
      if (!merged.isEmpty() && first <= merged.getLast().last() + 1) {
        LineRange before = merged.removeLast();
        merged.add(new LineRange(before.first(), Math.max(before.last(), last)));
      } else {
        merged.add(new LineRange(first, last));
      }
    }
    return merged;
  }
}
