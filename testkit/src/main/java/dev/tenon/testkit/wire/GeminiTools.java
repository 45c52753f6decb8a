package dev.tenon.testkit.wire;

import dev.tenon.core.json.Json;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// What Gemini rejects in the declarations of functions. `parameters` is Google's own subset of
/// OpenAPI; any JSON Schema may stand in `parametersJsonSchema`.
final class GeminiTools {
  private static final Set<String> SCHEMA =
      Set.of(
          ("type format title description nullable enum maxItems minItems properties required"
                  + " minProperties maxProperties minLength maxLength pattern example anyOf"
                  + " propertyOrdering default items minimum maximum max_items min_items any_of"
                  + " property_ordering")
              .split(" ", -1));

  private GeminiTools() {}

  static Optional<String> check(List<Json.Obj> tools) {
    var names = new HashSet<String>();
    for (int i = 0; i < tools.size(); i++) {
      List<Json.Obj> declared = tools.get(i).objects("functionDeclarations");
      for (int j = 0; j < declared.size(); j++) {
        String place = "tools[" + i + "].function_declarations[" + j + "]";
        String name = declared.get(j).string("name", "");
        if (name.isEmpty() || name.length() > 128) {
          return Optional.of(
              "* GenerateContentRequest."
                  + place
                  + ".name: Invalid function name. Must start with a"
                  + " letter or an underscore.\n");
        }
        if (!names.add(name)) {
          return Optional.of("Duplicate function declaration found: " + name);
        }
        Optional<String> problem =
            schema(place + ".parameters", declared.get(j).objectOrEmpty("parameters"));
        if (problem.isPresent()) {
          return problem;
        }
      }
    }
    return Optional.empty();
  }

  private static Optional<String> schema(String place, Json.Obj schema) {
    for (String keyword : schema.members().keySet()) {
      if (!SCHEMA.contains(keyword)) {
        return Optional.of(
            "Invalid JSON payload received. Unknown name \""
                + keyword
                + "\" at '"
                + place
                + "': Cannot find field.");
      }
    }
    boolean array = schema.string("type", "").equalsIgnoreCase("array");
    if (array && schema.object("items") == null) {
      return Optional.of("* GenerateContentRequest." + place + ".items: missing field.\n");
    }
    Json.Obj properties = schema.objectOrEmpty("properties");
    for (Map.Entry<String, Json> property : properties.members().entrySet()) {
      if (property.getValue() instanceof Json.Obj inner) {
        Optional<String> problem = schema(place + ".properties[" + property.getKey() + "]", inner);
        if (problem.isPresent()) {
          return problem;
        }
      }
    }
    for (Json.Obj choice : schema.objects("anyOf")) {
      Optional<String> problem = schema(place + ".any_of", choice);
      if (problem.isPresent()) {
        return problem;
      }
    }
    Json.Obj items = schema.object("items");
    return items == null ? Optional.empty() : schema(place + ".items", items);
  }
}
