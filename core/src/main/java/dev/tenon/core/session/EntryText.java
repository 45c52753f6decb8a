package dev.tenon.core.session;

import dev.tenon.core.json.Json;
import java.util.Map;

/// What an entry says as text, for lists and searches.
public final class EntryText {
  private EntryText() {}

  /// Everything a person may look for in an entry.
  public static String of(Entry.Body body) {
    return switch (body) {
      case Entry.Said said -> message(said.message());
      case Entry.ModelChanged changed -> changed.model();
      case Entry.ThinkingLevelChanged changed -> changed.level();
      case Entry.ServiceTierChanged changed -> String.valueOf(changed.tier());
      case Entry.Compacted compacted -> compacted.summary();
      case Entry.BranchSummarized summary -> summary.summary();
      case Entry.Custom custom -> custom.customType();
      case Entry.CustomSaid said ->
          said.customType() + " " + message(Json.object().put("content", said.content()).build());
      case Entry.Labelled labelled -> labelled.label() == null ? "" : labelled.label();
      case Entry.RulesInjected injected -> String.join(" ", injected.rules());
      case Entry.ToolsSelected selected -> String.join(" ", selected.names());
      case Entry.Initialized initialized -> initialized.task();
      case Entry.ModeChanged changed -> changed.mode();
      case Entry.Renamed renamed -> renamed.name();
      case Entry.Unknown unknown -> unknown.type();
    };
  }

  /// The text of a message of the file: what was said, thought and called.
  public static String message(Json.Obj message) {
    if (message.get("content") instanceof Json.Str text) {
      return text.value();
    }
    var text = new StringBuilder();
    for (Json.Obj block : message.objects("content")) {
      String part =
          switch (block.string("type", "")) {
            case "text" -> block.string("text", "");
            case "thinking" -> block.string("thinking", "");
            case "toolCall" -> call(block);
            default -> "";
          };
      if (!part.isEmpty()) {
        text.append(text.isEmpty() ? "" : "\n").append(part);
      }
    }
    for (String name : new String[] {"command", "output", "summary", "errorMessage"}) {
      String value = message.string(name, "");
      if (!value.isEmpty()) {
        text.append(text.isEmpty() ? "" : "\n").append(value);
      }
    }
    return text.toString();
  }

  /// A call in a line: the tool with the value that says most.
  public static String call(Json.Obj block) {
    Json.Obj arguments = block.objectOrEmpty("arguments");
    for (String name : new String[] {"command", "path", "pattern", "query", "url"}) {
      if (arguments.string(name) != null) {
        return block.string("name", "") + " " + arguments.string(name);
      }
    }
    var out = new StringBuilder(block.string("name", ""));
    String between = " ";
    for (Map.Entry<String, Json> argument : arguments.members().entrySet()) {
      String value =
          switch (argument.getValue()) {
            case Json.Str text -> text.value();
            case Json.Obj ignored -> "…";
            case Json.Arr ignored -> "…";
            case Json other -> other.compact();
          };
      out.append(between).append(argument.getKey()).append(": ").append(value);
      between = ", ";
    }
    return out.toString();
  }

  /// Only what was said in a message, without thoughts and calls.
  public static String said(Json.Obj message) {
    return SessionListing.text(message);
  }
}
