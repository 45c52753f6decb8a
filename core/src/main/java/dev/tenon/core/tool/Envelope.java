package dev.tenon.core.tool;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.Part;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

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

  /// The same answer, with what hooks have to say at its end.
  ///
  /// @param replaced what the model sees in its place; null for the answer itself
  static Part.Result hooked(Part.Result result, @Nullable String replaced, String... said) {
    var notes = new ArrayList<String>();
    for (String each : said) {
      if (!each.isBlank()) {
        notes.add(each.strip());
      }
    }
    if (replaced == null && notes.isEmpty()) {
      return result;
    }
    Json.Obj envelope =
        replaced == null ? result.envelope() : result.envelope().with("data", Json.of(replaced));
    String text = replaced == null ? result.text() : replaced;
    String all = String.join("\n", notes);
    return new Part.Result(
        result.callId(),
        result.name(),
        result.outcome(),
        notes.isEmpty() ? envelope : envelope.with("hooks", Json.of(all)),
        notes.isEmpty() ? text : text + "\n<hooks>\n" + all + "\n</hooks>",
        replaced == null ? result.images() : List.of());
  }

  /// The result with instructions of the project, which stand in a frame of their own.
  static Part.Result instructed(Part.Result result, String instructions) {
    return instructions.isEmpty()
        ? result
        : new Part.Result(
            result.callId(),
            result.name(),
            result.outcome(),
            result.envelope().with("instructions", Json.of(instructions)),
            result.text() + "\n" + instructions,
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
