package dev.tenon.providers.wire;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.ToolSpec;
import java.util.ArrayList;
import java.util.List;

/// Tools in the form of Chat Completions, which other vendors have taken over.
final class FunctionTools {
  private FunctionTools() {}

  static List<Json> of(List<ToolSpec> specs) {
    var tools = new ArrayList<Json>();
    for (ToolSpec spec : specs) {
      Json.Obj function =
          Json.object()
              .put("name", spec.name())
              .put("description", spec.description())
              .put("parameters", spec.schema())
              .build();
      tools.add(Json.object().put("type", "function").put("function", function).build());
    }
    return tools;
  }
}
