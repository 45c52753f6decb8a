package dev.tenon.core.tool;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.Part;
import java.util.List;

/// The one shape of every answer: `{"ok":true,"data":…}` or
/// `{"ok":false,"error":{"code","message","suggestions"}}`, and its compact text.
final class Envelope {
  private Envelope() {}

  static Part.Result success(Part.Call call, ToolResult result) {
    return new Part.Result(
        call.id(),
        call.name(),
        Part.Outcome.OK,
        Json.object().put("ok", true).put("data", result.data()).build(),
        result.text(),
        result.images());
  }

  static Part.Result failure(Part.Call call, ToolException problem) {
    String message = String.valueOf(problem.getMessage());
    var error =
        Json.object()
            .put("code", problem.code().label())
            .put("message", message)
            .put("suggestions", Json.strings(problem.suggestions()))
            .putAll(problem.details());
    var text = new StringBuilder(problem.code().label()).append(": ").append(message);
    problem.suggestions().forEach(line -> text.append('\n').append(line));
    if (!problem.details().isEmpty()) {
      text.append('\n').append(problem.details().compact());
    }
    return new Part.Result(
        call.id(),
        call.name(),
        Part.Outcome.FAILED,
        Json.object().put("ok", false).put("error", error.build()).build(),
        text.toString(),
        List.of());
  }
}
