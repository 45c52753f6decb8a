package dev.tenon.server.http.api;

import dev.tenon.core.json.Json;
import dev.tenon.server.http.wire.Route;
import java.util.ArrayList;
import java.util.List;

/// Types in the short form of the route tables, as JSON schemas:
///
/// - `string`, `integer`, `number`, `boolean`, `object` (with any members), `any`
/// - `count`: an integer from 0; `line`: an integer from 1
/// - `time`: an instant of ISO 8601; `hash`: `sha256:` and 64 hexadecimal digits
/// - `Name`: one of the [Components]
/// - `[T]`: a list; `T|null`: a T or null; `=a|b`: one of these words
final class SchemaTypes {
  private SchemaTypes() {}

  static Json.Obj schema(String type) {
    if (type.startsWith("=")) {
      return Json.object()
          .put("type", "string")
          .put("enum", Json.strings(List.of(type.substring(1).split("\\|", -1))))
          .build();
    }
    if (type.endsWith("|null")) {
      return Json.object()
          .array("anyOf", List.of(schema(type.substring(0, type.length() - 5)), plain("null")))
          .build();
    }
    if (type.startsWith("[") && type.endsWith("]")) {
      return Json.object()
          .put("type", "array")
          .put("items", schema(type.substring(1, type.length() - 1)))
          .build();
    }
    if (Character.isUpperCase(type.charAt(0))) {
      return Json.object().put("$ref", "#/components/schemas/" + type).build();
    }
    return switch (type) {
      case "string", "integer", "number", "boolean", "object" -> plain(type);
      case "any" -> Json.Obj.EMPTY;
      case "count" -> plain("integer").with("minimum", Json.of(0));
      case "line" -> plain("integer").with("minimum", Json.of(1));
      case "time" -> plain("string").with("format", Json.of("date-time"));
      case "hash" -> plain("string").with("pattern", Json.of("^sha256:[0-9a-f]{64}$"));
      default -> throw new IllegalArgumentException("there is no type '" + type + "'");
    };
  }

  private static Json.Obj plain(String type) {
    return Json.object().put("type", type).build();
  }

  /// An object with these members. Others may come later: a client has to ignore what it does not
  /// know.
  static Json.Obj object(List<Route.Field> fields) {
    var properties = Json.object();
    var required = new ArrayList<String>();
    for (Route.Field field : fields) {
      properties.put(
          field.name(),
          Json.object()
              .putAll(schema(field.plainType()))
              .put("description", field.meaning())
              .build());
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
