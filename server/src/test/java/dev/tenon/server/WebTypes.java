package dev.tenon.server;

import dev.tenon.core.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The types of the review page, made from the OpenAPI document: one for each component, and one
/// for each operation with its path, query, body and answer.
final class WebTypes {
  private final Json.Obj document;
  private final StringBuilder out = new StringBuilder();
  private final List<String> places = new ArrayList<>();

  private WebTypes(Json.Obj document) {
    this.document = document;
  }

  static String of(Json.Obj document) {
    return new WebTypes(document).text();
  }

  private String text() {
    out.append(
        "// Made from the OpenAPI document by ./verify --docs; a test fails when it is stale.\n");
    Json.Obj schemas = document.objectOrEmpty("components").objectOrEmpty("schemas");
    for (Map.Entry<String, Json> each : new TreeMap<>(schemas.members()).entrySet()) {
      var schema = (Json.Obj) each.getValue();
      comment("", schema.string("description", ""));
      out.append("export type ").append(each.getKey()).append(" = ");
      out.append(type(schema, "")).append(";\n");
    }
    out.append("\n/** Every operation by its name. */\nexport interface Operations {\n");
    for (Map.Entry<String, Json> path : document.objectOrEmpty("paths").members().entrySet()) {
      for (Map.Entry<String, Json> method : ((Json.Obj) path.getValue()).members().entrySet()) {
        operation(path.getKey(), method.getKey(), (Json.Obj) method.getValue());
      }
    }
    out.append("}\n\n/** Where every operation is. */\nexport const OPERATIONS: {\n");
    out.append(
        "  readonly [O in keyof Operations]: Pick<Operations[O], 'method' | 'path'>;\n} = {\n");
    places.forEach(place -> out.append("  ").append(place).append(",\n"));
    return out.append("};\n").toString();
  }

  private void comment(String indent, String text) {
    if (!text.isEmpty()) {
      out.append(indent).append("/** ").append(text.replace("*/", "")).append(" */\n");
    }
  }

  private void operation(String path, String method, Json.Obj operation) {
    comment("  ", operation.string("summary", ""));
    out.append("  ").append(operation.string("operationId", "")).append(": {\n");
    places.add(
        operation.string("operationId", "") + ": {method: '" + method + "', path: '" + path + "'}");
    out.append("    method: '").append(method).append("';\n");
    out.append("    path: '").append(path).append("';\n");
    var query = new ArrayList<String>();
    for (Json.Obj parameter : operation.objects("parameters")) {
      if (parameter.string("in", "").equals("query")) {
        query.add(
            parameter.string("name", "")
                + (parameter.bool("required", false) ? ": " : "?: ")
                + type(parameter.objectOrEmpty("schema"), "    "));
      }
    }
    out.append("    query: ");
    out.append(query.isEmpty() ? "undefined" : "{" + String.join("; ", query) + "}");
    out.append(";\n    body: ").append(content(operation.objectOrEmpty("requestBody")));
    out.append(";\n    answer: ").append(answer(operation)).append(";\n  };\n");
  }

  private String answer(Json.Obj operation) {
    for (Map.Entry<String, Json> each : operation.objectOrEmpty("responses").members().entrySet()) {
      if (each.getKey().startsWith("2")) {
        return content((Json.Obj) each.getValue());
      }
    }
    return "undefined";
  }

  private String content(Json.Obj body) {
    return body.objectOrEmpty("content").members().values().stream()
        .findFirst()
        .map(each -> type(((Json.Obj) each).objectOrEmpty("schema"), "    "))
        .orElse("undefined");
  }

  private String type(Json.Obj schema, String indent) {
    String ref = schema.string("$ref", "");
    if (!ref.isEmpty()) {
      return ref.substring(ref.lastIndexOf('/') + 1);
    }
    if (schema.has("enum")) {
      List<String> words = strings(schema, "enum").stream().map(word -> "'" + word + "'").toList();
      return String.join(" | ", words);
    }
    if (schema.has("anyOf")) {
      List<String> all = schema.objects("anyOf").stream().map(each -> type(each, indent)).toList();
      return String.join(" | ", all);
    }
    return switch (schema.string("type", "")) {
      case "string", "boolean", "null" -> schema.string("type", "");
      case "integer", "number" -> "number";
      case "array" -> "Array<" + type(schema.objectOrEmpty("items"), indent) + ">";
      case "object" -> object(schema, indent);
      default -> "unknown";
    };
  }

  private static List<String> strings(Json.Obj schema, String name) {
    return schema.array(name).stream().map(word -> ((Json.Str) word).value()).toList();
  }

  private String object(Json.Obj schema, String indent) {
    Json.Obj properties = schema.objectOrEmpty("properties");
    if (properties.members().isEmpty()) {
      return "Record<string, unknown>";
    }
    List<String> required = strings(schema, "required");
    var text = new StringBuilder("{\n");
    properties
        .members()
        .forEach(
            (name, member) -> {
              text.append(indent).append("  ").append(name);
              text.append(required.contains(name) ? ": " : "?: ");
              text.append(type((Json.Obj) member, indent + "  ")).append(";\n");
            });
    return text.append(indent).append('}').toString();
  }
}
