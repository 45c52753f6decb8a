package dev.tenon.providers.wire;

import dev.tenon.core.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Turns a JSON schema into the part of it that Gemini's function declarations know.
final class GeminiSchema {
  /// What is taken over as it stands.
  private static final Set<String> KNOWN =
      Set.of(
          "title",
          "description",
          "nullable",
          "required",
          "minItems",
          "maxItems",
          "minimum",
          "maximum",
          "minLength",
          "maxLength",
          "pattern",
          "propertyOrdering");

  private static final Set<String> FORMATS =
      Set.of("int32", "int64", "float", "double", "enum", "date-time");

  private GeminiSchema() {}

  static Json.Obj of(Json.Obj schema) {
    var out = new LinkedHashMap<String, Json>();
    for (Map.Entry<String, Json> member : schema.members().entrySet()) {
      add(out, member.getKey(), member.getValue());
    }
    if (out.containsKey("enum")) {
      // Only strings can be enumerated.
      out.put("type", Json.of("string"));
    }
    return new Json.Obj(out);
  }

  private static void add(Map<String, Json> out, String name, Json value) {
    switch (name) {
      case "type" -> addType(out, value);
      case "properties" -> {
        if (value instanceof Json.Obj properties && !properties.isEmpty()) {
          var converted = new LinkedHashMap<String, Json>();
          properties.members().forEach((key, each) -> converted.put(key, converted(each)));
          out.put("properties", new Json.Obj(converted));
        }
      }
      case "items" -> out.put("items", converted(value));
      case "anyOf", "oneOf" -> addChoices(out, value);
      case "enum" -> {
        if (value instanceof Json.Arr items && allStrings(items)) {
          out.put("enum", items);
        }
      }
      case "const" -> {
        if (value instanceof Json.Str) {
          out.put("enum", Json.arrayOf(value));
        }
      }
      case "format" -> {
        if (value instanceof Json.Str format && FORMATS.contains(format.value())) {
          out.put("format", format);
        }
      }
      default -> {
        if (KNOWN.contains(name)) {
          out.put(name, value);
        }
      }
    }
  }

  private static void addType(Map<String, Json> out, Json value) {
    if (value instanceof Json.Arr types) {
      var others = new ArrayList<Json>();
      for (Json type : types.values()) {
        if (type.equals(Json.of("null"))) {
          out.put("nullable", Json.of(true));
        } else {
          others.add(type);
        }
      }
      if (others.size() == 1) {
        out.put("type", others.getFirst());
      } else if (!others.isEmpty()) {
        var choices = new ArrayList<Json>();
        for (Json type : others) {
          choices.add(Json.object().put("type", type).build());
        }
        out.put("anyOf", new Json.Arr(choices));
      }
    } else {
      out.put("type", value);
    }
  }

  private static void addChoices(Map<String, Json> out, Json value) {
    if (!(value instanceof Json.Arr choices)) {
      return;
    }
    var converted = new ArrayList<Json>();
    for (Json choice : choices.values()) {
      if (choice instanceof Json.Obj object && object.string("type", "").equals("null")) {
        out.put("nullable", Json.of(true));
      } else {
        converted.add(converted(choice));
      }
    }
    if (converted.size() == 1 && converted.getFirst() instanceof Json.Obj only) {
      only.members().forEach(out::putIfAbsent);
    } else if (!converted.isEmpty()) {
      out.put("anyOf", new Json.Arr(converted));
    }
  }

  /// A schema may also be `true` or `false`; then anything goes.
  private static Json converted(Json schema) {
    return schema instanceof Json.Obj object ? of(object) : Json.Obj.EMPTY;
  }

  private static boolean allStrings(Json.Arr items) {
    List<? extends Json> values = items.values();
    for (Json value : values) {
      if (!(value instanceof Json.Str)) {
        return false;
      }
    }
    return !values.isEmpty();
  }
}
