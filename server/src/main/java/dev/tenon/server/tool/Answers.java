package dev.tenon.server.tool;

import dev.tenon.core.edit.lines.LineEdits;
import dev.tenon.core.json.Json;
import dev.tenon.core.tool.ToolResult;

/// The answers of the tools: JSON by its contract, and for wires that carry text the same with a
/// number before each line, as edits of lines need it.
final class Answers {
  private Answers() {}

  static ToolResult passages(Json.Obj found) {
    var text = new StringBuilder();
    for (Json.Obj passage : found.objects("results")) {
      text.append(passage.string("file_path", "")).append('\n');
      number(text, passage.string("snippet", ""), passage.number("start_line", 1));
      text.append('\n');
    }
    if (text.isEmpty()) {
      text.append("no match");
    }
    return new ToolResult.Facts(
        more(text, found, "more matches exist; narrow the query or the glob"), found);
  }

  static ToolResult lines(Json.Obj read) {
    long last = read.number("end_line", 0);
    var text = new StringBuilder(read.string("file_path", ""));
    if (read.has("total_lines")) {
      text.append(", ").append(read.number("total_lines", 0)).append(" lines");
    }
    if (read.has("encoding")) {
      text.append(", ").append(read.string("encoding", ""));
    }
    text.append('\n');
    number(text, read.string("content", ""), read.number("start_line", 1));
    String next =
        read.has("line_cut")
            ? "line " + last + " is longer than shown; search for the part you need"
            : "more lines follow; read on from start_line " + (last + 1);
    return new ToolResult.Facts(more(text, read, next), read);
  }

  private static void number(StringBuilder text, String lines, long first) {
    long number = first;
    for (String line : LineEdits.lines(lines)) {
      text.append(number++).append('|').append(line).append('\n');
    }
  }

  static ToolResult names(Json.Obj listed) {
    var text = new StringBuilder();
    for (Json file : listed.array("files")) {
      text.append(file instanceof Json.Str name ? name.value() : "").append('\n');
    }
    if (text.isEmpty()) {
      text.append("no files");
    }
    return new ToolResult.Facts(
        more(text, listed, "more files exist; give a longer prefix or a glob"), listed);
  }

  static ToolResult answer(String answer) {
    return new ToolResult.Facts(answer, Json.object().put("answer", answer).build());
  }

  private static String more(StringBuilder text, Json.Obj answer, String note) {
    if (answer.bool("truncated", false)) {
      text.append('[').append(note).append("]\n");
    }
    return text.toString();
  }
}
