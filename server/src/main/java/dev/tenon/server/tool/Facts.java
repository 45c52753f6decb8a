package dev.tenon.server.tool;

import dev.tenon.core.json.Json;
import dev.tenon.core.tool.ToolResult;

/// Answers of tools whose contract is JSON: wires that carry JSON get the object, the others a text
/// that is easier to read.
final class Facts {
  private static final String REST = "Ask for less.";

  private Facts() {}

  static ToolResult passages(Json.Obj found) {
    var text = new StringBuilder();
    for (Json.Obj passage : found.objects("results")) {
      text.append(passage.string("file_path", ""))
          .append(':')
          .append(passage.number("start_line", 0))
          .append('-')
          .append(passage.number("end_line", 0))
          .append('\n')
          .append(passage.string("snippet", ""))
          .append("\n\n");
    }
    return new ToolResult.Text(text.isEmpty() ? "no match" : text.toString(), found, REST);
  }

  static ToolResult lines(Json.Obj read) {
    var facts = Json.object();
    read.members().forEach((name, value) -> put(facts, name, value));
    String place =
        read.string("file_path", "")
            + ", lines "
            + read.number("start_line", 0)
            + "-"
            + read.number("end_line", 0)
            + (read.bool("truncated", false) ? " (more follow)" : "");
    return new ToolResult.Text(
        read.string("content", ""), facts.put("place", place).build(), "Read on with start_line.");
  }

  private static void put(Json.Builder facts, String name, Json value) {
    if (!name.equals("content")) {
      facts.put(name, value);
    }
  }

  static ToolResult names(Json.Obj listed) {
    var text = new StringBuilder();
    for (Json file : listed.array("files")) {
      text.append(file instanceof Json.Str name ? name.value() : "").append('\n');
    }
    return new ToolResult.Text(text.isEmpty() ? "no files" : text.toString(), listed, REST);
  }

  static ToolResult answer(String answer) {
    return new ToolResult.Text(answer, Json.object().put("answer", answer).build(), REST);
  }
}
