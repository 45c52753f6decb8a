package dev.tenon.server.tool;

import dev.tenon.core.json.Json;
import dev.tenon.core.workspace.search.GrepResult;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Collects what a search answers: lines that follow each other are one passage, up to the length
/// of a snippet. Counts passages and bytes. For one thread.
final class Passages {
  /// Where a search cuts longer lines.
  static final int LINE_LENGTH = 500;

  private final ProjectFiles files;
  private final int most;
  private final List<Json> results = new ArrayList<>();
  private long room;
  private boolean full;

  Passages(ProjectFiles files, int most) {
    this.files = files;
    this.most = most;
    this.room = files.limits().readBytes();
  }

  /// Whether something had to be left out, so that nothing more need be looked for.
  boolean full() {
    return full || results.size() >= most;
  }

  void add(String path, Path real, List<GrepResult.Line> lines) {
    var passage = new ArrayList<GrepResult.Line>();
    for (GrepResult.Line line : lines) {
      boolean follows = !passage.isEmpty() && line.number() == passage.getLast().number() + 1;
      if (!passage.isEmpty() && (!follows || passage.size() >= files.limits().snippetLines())) {
        take(path, real, passage);
        passage.clear();
      }
      passage.add(line);
    }
    take(path, real, passage);
  }

  private void take(String path, Path real, List<GrepResult.Line> lines) {
    if (lines.stream().noneMatch(line -> line.role() == GrepResult.Role.MATCH)) {
      return;
    }
    List<String> texts = lines.stream().map(GrepResult.Line::text).toList();
    String snippet = String.join("\n", texts);
    long size = Utf8Size.of(snippet) + path.length();
    if (results.size() >= most || (size > room && !results.isEmpty())) {
      full = true;
      return;
    }
    room -= size;
    long first = lines.getFirst().number();
    if (files.audience() == ProjectFiles.Audience.MODEL) {
      files.workspace().shown().showed(real, first, texts, LINE_LENGTH - 1);
    }
    results.add(
        Json.object()
            .put("file_path", path)
            .put("start_line", first)
            .put("end_line", lines.getLast().number())
            .put("snippet", snippet)
            .build());
  }

  /// @param more whether the search itself stopped before its end
  Json.Obj answer(boolean more) {
    var json = Json.object().array("results", results);
    return (full || more ? json.put("truncated", true) : json).build();
  }
}
