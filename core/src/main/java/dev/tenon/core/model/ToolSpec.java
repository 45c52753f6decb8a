package dev.tenon.core.model;

import dev.tenon.core.json.Json;

/// A tool as the model sees it: name, description and the JSON schema of its arguments.
public record ToolSpec(String name, String description, Json.Obj schema) {

  public Json.Obj toJson() {
    return Json.object()
        .put("name", name)
        .put("description", description)
        .put("input_schema", schema)
        .build();
  }
}
