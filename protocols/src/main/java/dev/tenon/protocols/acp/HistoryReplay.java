package dev.tenon.protocols.acp;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.Part;
import dev.tenon.core.session.Entry;
import dev.tenon.core.session.EntryText;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Tells a client what was said in a session, from its beginning.
public final class HistoryReplay {
  private final SessionUpdates updates;
  private final Set<String> open = new HashSet<>();

  public HistoryReplay(SessionUpdates updates) {
    this.updates = updates;
  }

  /// @param path the entries to the session's leaf, the oldest first
  public void tell(List<Entry> path) {
    for (Entry entry : path) {
      if (entry.body() instanceof Entry.Said said) {
        message(entry.id(), said);
      }
    }
    // A call that nobody answered was cut off.
    for (String id : open) {
      updates.tell(
          SessionUpdates.update("tool_call_update")
              .put("toolCallId", id)
              .put("status", "failed")
              .build());
    }
  }

  private void message(String id, Entry.Said said) {
    Json.Obj message = said.message();
    switch (said.role()) {
      case "assistant" -> assistant(id, message);
      case "toolResult" -> result(message);
      case "user" -> {
        String text = EntryText.said(message);
        if (!text.isBlank()) {
          chunk("user_message_chunk", id, text);
        }
      }
      default -> {}
    }
  }

  private void assistant(String id, Json.Obj message) {
    for (Json.Obj block : message.objects("content")) {
      switch (block.string("type", "")) {
        case "text" -> chunk("agent_message_chunk", id, block.string("text", ""));
        case "thinking" -> chunk("agent_thought_chunk", id, block.string("thinking", ""));
        case "toolCall" -> {
          Part.Call call =
              Part.Call.of(
                  block.string("id", ""),
                  block.string("name", ""),
                  block.objectOrEmpty("arguments"));
          open.add(call.id());
          updates.tell(
              SessionUpdates.update("tool_call")
                  .putAll(updates.view().call(call.id(), call, "").build())
                  .put("status", "in_progress")
                  .build());
        }
        default -> {}
      }
    }
  }

  private void result(Json.Obj message) {
    String id = message.string("toolCallId", "");
    if (!open.remove(id)) {
      return;
    }
    String diff =
        message
            .objectOrEmpty("details")
            .objectOrEmpty("envelope")
            .objectOrEmpty("data")
            .string("diff", "");
    var content = new ArrayList<Json.Obj>(updates.view().diff(diff).content());
    String text = EntryText.said(message);
    if (content.isEmpty() && !text.isBlank()) {
      content.add(ToolCallView.text(text));
    }
    updates.tell(
        SessionUpdates.update("tool_call_update")
            .put("toolCallId", id)
            .put("status", message.bool("isError", false) ? "failed" : "completed")
            .array("content", content)
            .build());
  }

  private void chunk(String kind, String id, String text) {
    if (!text.isBlank()) {
      updates.tell(
          SessionUpdates.update(kind)
              .put("content", ToolCallView.block(text))
              .put("messageId", id)
              .build());
    }
  }
}
