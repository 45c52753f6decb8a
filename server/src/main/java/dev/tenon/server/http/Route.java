package dev.tenon.server.http;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.server.job.EngineException;
import java.util.List;

/// One operation of the API, with what its document says of it.
///
/// @param path with parameters in braces
/// @param status of an answer that is no error
/// @param body what the request must hold; empty when it has none
/// @param answer what the answer holds
record Route(
    Method method,
    String path,
    String name,
    String summary,
    int status,
    List<Field> query,
    List<Field> body,
    List<Field> answer,
    Handler handler) {

  /// The verbs of HTTP that are used.
  enum Method {
    GET,
    POST,
    PUT
  }

  /// A named value.
  ///
  /// @param type `string`, `integer`, `boolean`, `array`, `object`; with a `?` it may be missing
  record Field(String name, String type, String meaning) {
    boolean required() {
      return !type.endsWith("?");
    }

    String plainType() {
      return required() ? type : type.substring(0, type.length() - 1);
    }
  }

  @FunctionalInterface
  interface Handler {
    Answer handle(Call call) throws Problem, EngineException, JsonException, InterruptedException;
  }

  static Field field(String name, String type, String meaning) {
    return new Field(name, type, meaning);
  }

  boolean streams() {
    return answer.isEmpty() && method == Method.GET;
  }

  static Json.Obj schema(List<Field> fields) {
    var properties = Json.object();
    var required = new java.util.ArrayList<String>();
    for (Field field : fields) {
      properties.put(
          field.name(),
          Json.object().put("type", field.plainType()).put("description", field.meaning()).build());
      if (field.required()) {
        required.add(field.name());
      }
    }
    var schema = Json.object().put("type", "object").put("properties", properties.build());
    if (!required.isEmpty()) {
      schema.put("required", Json.strings(required));
    }
    return schema.build();
  }
}
