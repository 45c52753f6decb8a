package dev.tenon.server.job.record;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.json.JsonFields;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Something that the person laid beside the instruction: a selection, a file, or a pinned note.
///
/// @param startLine 0 when it is not about lines
public record ContextRow(
    String id, Kind kind, @Nullable String filePath, long startLine, long endLine, String content) {

  /// What a row is. Pinned rows stay for the whole session.
  public enum Kind {
    SELECTION,
    FILE,
    PINNED
  }

  private static ContextRow of(JsonFields json, int number) throws JsonException {
    String id = json.optionalString("id");
    Kind kind = json.constant("kind", Kind.class);
    String path = json.optionalString("file_path");
    if (kind != Kind.PINNED && path == null) {
      throw json.wrong("file_path", "is missing; a " + JsonFields.word(kind) + " has a file");
    }
    long start = json.count("start_line", 0);
    long end = json.count("end_line", start);
    if (end < start) {
      throw json.wrong("end_line", "must not be before start_line, was " + start + " to " + end);
    }
    String content = json.optionalString("content");
    return new ContextRow(
        id == null ? "ctx_" + number : id, kind, path, start, end, content == null ? "" : content);
  }

  /// The rows of a stored or sent object, under `context_rows`.
  public static List<ContextRow> all(JsonFields json) throws JsonException {
    var rows = new ArrayList<ContextRow>();
    for (JsonFields row : json.each("context_rows")) {
      rows.add(of(row, rows.size() + 1));
    }
    return rows;
  }

  public Json.Obj toJson() {
    var json = Json.object().put("id", id).put("kind", JsonFields.word(kind));
    if (filePath != null) {
      json.put("file_path", filePath);
    }
    if (startLine > 0) {
      json.put("start_line", startLine).put("end_line", endLine);
    }
    return json.put("content", content).build();
  }
}
