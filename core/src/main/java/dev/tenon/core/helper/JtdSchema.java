package dev.tenon.core.helper;

import dev.tenon.core.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// JSON Type Definition (RFC 8927) as JSON Schema.
final class JtdSchema {
  /// Only JTD has these members.
  private static final List<String> OWN =
      List.of(
          "optionalProperties", "elements", "values", "discriminator", "mapping", "definitions");

  private static final Set<String> WHOLE =
      Set.of("int8", "uint8", "int16", "uint16", "int32", "uint32");

  private static final Set<String> TYPES =
      Set.of("boolean", "string", "timestamp", "float32", "float64");

  private JtdSchema() {}

  /// Whether a schema is JTD and not JSON Schema, as far as that can be told: `properties` alone is
  /// JTD where no `type` stands beside it, since there every member is required.
  static boolean isJtd(Json.Obj schema) {
    if (schema.has("$schema") || schema.has("$defs") || schema.has("$ref")) {
      return false;
    }
    for (String member : OWN) {
      if (schema.has(member)) {
        return !schema.has("type");
      }
    }
    if (schema.get("type") instanceof Json.Str type) {
      return WHOLE.contains(type.value())
          || type.value().equals("timestamp")
          || type.value().startsWith("float");
    }
    return !schema.has("type") && schema.has("properties") && !schema.has("required");
  }

  static Json.Obj toJsonSchema(Json.Obj jtd) {
    Json.Obj schema = form(jtd, 0);
    Json.Obj definitions = jtd.object("definitions");
    if (definitions == null) {
      return schema;
    }
    Map<String, Json> named = new LinkedHashMap<>();
    definitions
        .members()
        .forEach(
            (name, each) -> named.put(name, each instanceof Json.Obj form ? form(form, 0) : each));
    return schema.with("$defs", new Json.Obj(named));
  }

  private static Json.Obj form(Json.Obj jtd, int level) {
    if (level > 64) {
      return Json.Obj.EMPTY;
    }
    Json.Obj plain = notNull(jtd, level);
    return jtd.bool("nullable", false)
        ? Json.object()
            .array("anyOf", List.of(plain, Json.object().put("type", "null").build()))
            .build()
        : plain;
  }

  private static Json.Obj notNull(Json.Obj jtd, int level) {
    if (jtd.get("ref") instanceof Json.Str name) {
      return Json.object().put("$ref", "#/$defs/" + name.value()).build();
    }
    if (jtd.get("type") instanceof Json.Str type) {
      return type(type.value());
    }
    if (jtd.has("enum")) {
      return Json.object().put("type", "string").array("enum", jtd.array("enum")).build();
    }
    if (jtd.get("elements") instanceof Json.Obj each) {
      return Json.object().put("type", "array").put("items", form(each, level + 1)).build();
    }
    if (jtd.get("values") instanceof Json.Obj each) {
      return Json.object()
          .put("type", "object")
          .put("additionalProperties", form(each, level + 1))
          .build();
    }
    if (jtd.get("mapping") instanceof Json.Obj mapping) {
      return mapped(jtd.string("discriminator", "type"), mapping, level);
    }
    return jtd.has("properties") || jtd.has("optionalProperties")
        ? members(jtd, level)
        : Json.Obj.EMPTY;
  }

  private static Json.Obj type(String type) {
    String word =
        WHOLE.contains(type)
            ? "integer"
            : type.startsWith("float") ? "number" : type.equals("timestamp") ? "string" : type;
    return TYPES.contains(type) || WHOLE.contains(type) || !word.isEmpty()
        ? Json.object().put("type", word).build()
        : Json.Obj.EMPTY;
  }

  private static Json.Obj members(Json.Obj jtd, int level) {
    Map<String, Json> all = new LinkedHashMap<>();
    var required = new ArrayList<String>();
    for (String group : List.of("properties", "optionalProperties")) {
      jtd.objectOrEmpty(group)
          .members()
          .forEach(
              (name, each) -> {
                all.put(name, each instanceof Json.Obj form ? form(form, level + 1) : each);
                if (group.equals("properties")) {
                  required.add(name);
                }
              });
    }
    var schema = Json.object().put("type", "object").put("properties", new Json.Obj(all));
    if (!required.isEmpty()) {
      schema.put("required", Json.strings(required));
    }
    if (!jtd.bool("additionalProperties", false)) {
      schema.put("additionalProperties", false);
    }
    return schema.build();
  }

  private static Json.Obj mapped(String tag, Json.Obj mapping, int level) {
    var choices = new ArrayList<Json>();
    mapping
        .members()
        .forEach(
            (name, each) -> {
              if (each instanceof Json.Obj form) {
                Json.Obj members = members(form, level + 1);
                Json.Obj constant = Json.object().put("const", name).build();
                var required = new ArrayList<Json>(members.array("required"));
                required.add(Json.of(tag));
                choices.add(
                    members
                        .with("properties", members.objectOrEmpty("properties").with(tag, constant))
                        .with("required", Json.array(required)));
              }
            });
    return Json.object().array("oneOf", choices).build();
  }
}
