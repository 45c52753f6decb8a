package dev.tenon.testkit.wire;

import dev.tenon.core.json.Json;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// What both OpenAI wires reject in the declarations of tools.
final class OpenAiTools {
  private OpenAiTools() {}

  /// @param function finds the function in a tool: the wires nest it differently
  static Optional<String> check(Json.Obj body, String field, UnaryOperator<Json.Obj> function) {
    List<Json.Obj> tools = body.objects(field);
    for (int i = 0; i < tools.size(); i++) {
      if (!tools.get(i).string("type", "").equals("function")) {
        continue;
      }
      Json.Obj declared = function.apply(tools.get(i));
      String name = declared.string("name", "");
      if (!Names.fit(name, 64)) {
        return Optional.of(
            "Invalid 'tools["
                + i
                + "].name': string does not match pattern. Expected a string that"
                + " matches the pattern '^[a-zA-Z0-9_-]+$'.");
      }
      Json.Obj schema = declared.objectOrEmpty("parameters");
      if (declared.has("parameters") && !schema.string("type", "").equals("object")) {
        return Optional.of(
            "Invalid schema for function '"
                + name
                + "': schema must be a JSON Schema of 'type:"
                + " \"object\"', got 'type: \""
                + schema.string("type", "None")
                + "\"'.");
      }
      if (declared.bool("strict", false)) {
        Optional<String> problem = strict(name, schema);
        if (problem.isPresent()) {
          return problem;
        }
      }
    }
    return Optional.empty();
  }

  /// Strict schemas are closed, and all their properties are required.
  private static Optional<String> strict(String name, Json.Obj schema) {
    String prefix = "Invalid schema for function '" + name + "': In context=(), ";
    if (schema.bool("additionalProperties", true)) {
      return Optional.of(
          prefix + "'additionalProperties' is required to be supplied and to be false.");
    }
    for (String property : schema.objectOrEmpty("properties").members().keySet()) {
      if (!schema.array("required").contains(Json.of(property))) {
        return Optional.of(
            prefix
                + "'required' is required to be supplied and to be an array including every key"
                + " in properties. Missing '"
                + property
                + "'.");
      }
    }
    return Optional.empty();
  }
}
