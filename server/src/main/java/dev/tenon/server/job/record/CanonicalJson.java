package dev.tenon.server.job.record;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.MessageJson;
import dev.tenon.core.model.Part;
import dev.tenon.core.model.StopReason;
import dev.tenon.core.model.Usage;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The canonical form of what models and tools say to each other, the same for every provider:
/// calls are `{tool_call_id,name,arguments}`, results `{tool_call_id,name,ok,result,error}`. What
/// belongs to a provider alone, such as the seals of its reasoning, is in none of it.
public final class CanonicalJson {
  private static final Set<String> EDITS =
      Set.of("propose_edits", "write_file", "edit_file", "apply_patch");

  private CanonicalJson() {}

  public static Json.Obj call(Part.Call call) {
    return call(call.id(), call.name(), call.arguments());
  }

  public static Json.Obj call(String id, String name, Json arguments) {
    return Json.object()
        .put("tool_call_id", id)
        .put("name", name)
        .put("arguments", arguments)
        .build();
  }

  public static Json.Obj result(Part.Result result) {
    Json.Obj error = result.envelope().object("error");
    return result(
        result.callId(),
        result.name(),
        error == null || !result.failed() ? result.envelope().objectOrEmpty("data") : null,
        result.failed() ? (error == null ? Json.Obj.EMPTY : error) : null);
  }

  /// @param data null after a failure
  /// @param error null after a success
  public static Json.Obj result(String id, String name, @Nullable Json data, @Nullable Json error) {
    return Json.object()
        .put("tool_call_id", id)
        .put("name", name)
        .put("ok", error == null)
        .put("result", data == null ? Json.Null.VALUE : data)
        .put("error", error == null ? Json.Null.VALUE : error)
        .build();
  }

  /// Why the model ended its step: `needs_tools`, `needs_clarification`, `proposed_edits`, `done`
  /// or `error`.
  static String stopReason(Message.Assistant answer) {
    if (answer.stopReason() == StopReason.FAILED || answer.stopReason() == StopReason.ABORTED) {
      return "error";
    }
    List<Part.Call> calls = answer.calls();
    if (calls.isEmpty()) {
      return "done";
    }
    if (calls.stream().anyMatch(call -> call.name().equals("clarify_user"))) {
      return "needs_clarification";
    }
    boolean edits = calls.stream().allMatch(call -> EDITS.contains(call.name()));
    return edits ? "proposed_edits" : "needs_tools";
  }

  static Json.Obj usage(Usage usage) {
    return Json.object()
        .put("input_tokens", usage.input())
        .put("output_tokens", usage.output())
        .put("cache_read_tokens", usage.cacheRead())
        .put("cache_write_tokens", usage.cacheWrite())
        .build();
  }

  static Json.Obj message(Message message) {
    return switch (message) {
      case Message.User user -> Json.object().put("role", "user").put("text", user.text()).build();
      case Message.Assistant answer -> {
        var json = Json.object().put("role", "assistant").put("text", answer.text());
        if (!answer.calls().isEmpty()) {
          json.array("tool_calls", answer.calls().stream().map(CanonicalJson::call).toList());
        }
        yield json.put("model", answer.model())
            .put("stop_reason", stopReason(answer))
            .put("raw_usage", usage(answer.usage()))
            .build();
      }
      case Message.ToolResults tools ->
          Json.object()
              .put("role", "tool")
              .array("tool_results", tools.results().stream().map(CanonicalJson::result).toList())
              .build();
    };
  }

  /// A whole conversation, from its stored form.
  public static List<Json> chat(Json.Arr stored, Redaction redaction) {
    var chat = new ArrayList<Json>();
    for (Json each : stored.items()) {
      try {
        chat.add(redaction.object(message(MessageJson.message(each))));
      } catch (JsonException damaged) {
        throw new IllegalStateException("the stored messages cannot be read", damaged);
      }
    }
    return chat;
  }
}
