package dev.tenon.server.http.wire;

import dev.tenon.core.json.Json;
import java.util.Map;

/// What a route answers.
///
/// @param headers beyond those that every answer has
public record Answer(int status, Json.Obj json, Map<String, String> headers) {
  Answer(int status, Json.Obj json) {
    this(status, json, Map.of());
  }

  public static Answer ok(Json.Obj json) {
    return new Answer(200, json);
  }

  public static Answer created(Json.Obj json) {
    return new Answer(201, json);
  }

  public static Answer accepted(Json.Obj json) {
    return new Answer(202, json);
  }

  /// Something that a browser saves under this name, which is made of letters, digits, dots, dashes
  /// and underscores.
  public static Answer file(String name, Json.Obj json) {
    return new Answer(
        200, json, Map.of("Content-Disposition", "attachment; filename=\"" + name + "\""));
  }
}
