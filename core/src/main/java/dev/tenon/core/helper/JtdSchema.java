package dev.tenon.core.helper;

import dev.tenon.core.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// JSON Type Definition (RFC 8927) as JSON Schema.
final class JtdSchema {
  /// The least and the most of each.
  static final Map<String, List<Long>> WHOLE =
      Map.of(
          "int8", List.of(-128L, 127L),
          "uint8", List.of(0L, 255L),
          "int16", List.of(-32_768L, 32_767L),
          "uint16", List.of(0L, 65_535L),
          "int32", List.of(-2_147_483_648L, 2_147_483_647L),
          "uint32", List.of(0L, 4_294_967_295L));

  /// A time as RFC 3339 writes it.
  private static final String TIMESTAMP =
      "^\\d{4}-\\d{2}-\\d{2}[Tt]\\d{2}:\\d{2}:\\d{2}(\\.\\d+)?([Zz]|[+-]\\d{2}:\\d{2})$";

  private JtdSchema() {}

  /// @param jtd one that [JtdForms] takes
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
    List<Long> range = WHOLE.get(type);
    if (range != null) {
      return Json.object()
          .put("type", "integer")
          .put("minimum", range.getFirst())
          .put("maximum", range.getLast())
          .build();
    }
    if (type.equals("timestamp")) {
      return Json.object().put("type", "string").put("pattern", TIMESTAMP).build();
    }
    return Json.object().put("type", type.startsWith("float") ? "number" : type).build();
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
