package dev.tenon.testkit.wire;

import dev.tenon.core.json.Json;
import java.util.List;
import java.util.function.Predicate;

/// Counts the steps that the model has already made since the last prompt of the user, so that a
/// script can answer by what the request holds and not by the order of arrival.
final class Turns {
  private Turns() {}

  static int count(Received request) {
    Wire wire = request.wire();
    if (wire == null) {
      return 0;
    }
    Json.Obj body = request.body();
    return switch (wire) {
      case ANTHROPIC ->
          since(
              body.objects("messages"),
              m -> role(m, "user") && !holds(m, "content", "tool_result"),
              m -> role(m, "assistant"));
      case OPENAI_CHAT, OLLAMA ->
          since(body.objects("messages"), m -> role(m, "user"), m -> role(m, "assistant"));
      case GEMINI ->
          since(
              body.objects("contents"),
              c -> role(c, "user") && !hasPart(c, "functionResponse"),
              c -> role(c, "model"));
      case OPENAI_RESPONSES -> batches(body.objects("input"));
    };
  }

  private static int since(
      List<Json.Obj> items, Predicate<Json.Obj> prompt, Predicate<Json.Obj> step) {
    int steps = 0;
    for (Json.Obj item : items.reversed()) {
      if (prompt.test(item)) {
        return steps;
      }
      if (step.test(item)) {
        steps++;
      }
    }
    return steps;
  }

  /// Responses has no messages around calls: a step is a run of outputs.
  private static int batches(List<Json.Obj> items) {
    int batches = 0;
    boolean inside = false;
    for (Json.Obj item : items.reversed()) {
      if (role(item, "user")) {
        return batches;
      }
      boolean output = item.string("type", "").equals("function_call_output");
      if (output && !inside) {
        batches++;
      }
      inside = output;
    }
    return batches;
  }

  private static boolean role(Json.Obj item, String role) {
    return item.string("role", "").equals(role);
  }

  private static boolean holds(Json.Obj item, String field, String type) {
    return item.objects(field).stream().anyMatch(b -> b.string("type", "").equals(type));
  }

  private static boolean hasPart(Json.Obj content, String name) {
    return content.objects("parts").stream().anyMatch(part -> part.has(name));
  }
}
