package dev.tenon.core.tool;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.workspace.path.NearNames;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A JSON schema that somebody else wrote, as far as arguments are checked against it before a call
/// goes out: types, required members and enumerations, at every depth. Whatever else it says
/// (references, combinations, patterns, bounds) is left to whoever carries out the call. Forgiving
/// as [Binder] is where the meaning is plain: numbers, truths, lists and objects as strings, one
/// value for a list, null for what is left out.
final class GivenSchema {
  /// Deeper arguments are passed on as they are.
  private static final int MOST_LEVELS = 64;

  private final Json.Obj schema;

  GivenSchema(Json.Obj schema) {
    this.schema = schema;
  }

  /// The schema as providers take it: always one of an object, with its properties.
  Json.Obj json() {
    Json.Obj whole = schema;
    if (!whole.has("type")) {
      whole = Json.object().put("type", "object").putAll(whole).build();
    }
    return whole.object("properties") == null ? whole.with("properties", Json.Obj.EMPTY) : whole;
  }

  SchemaTool.Arguments bind(Json.Obj arguments) throws ToolException {
    return new SchemaTool.Arguments(members(schema, arguments, "", 0));
  }

  private static Json.Obj members(Json.Obj schema, Json.Obj given, String where, int level)
      throws ToolException {
    Json.Obj properties = schema.objectOrEmpty("properties");
    var required = new ArrayList<String>();
    for (Json name : schema.array("required")) {
      if (name instanceof Json.Str text) {
        required.add(text.value());
      }
    }
    Map<String, Json> members = new LinkedHashMap<>();
    for (var member : given.members().entrySet()) {
      Json.Obj wanted = properties.object(member.getKey());
      Json value = member.getValue();
      if (wanted == null) {
        members.put(member.getKey(), value);
      } else if (!(value instanceof Json.Null) || required.contains(member.getKey())) {
        members.put(member.getKey(), value(wanted, value, where + member.getKey(), level + 1));
      } else if (types(wanted).contains("null") || types(wanted).isEmpty()) {
        members.put(member.getKey(), value);
      }
    }
    required.removeIf(members::containsKey);
    if (!required.isEmpty()) {
      throw missing(required, List.copyOf(properties.members().keySet()), given, where);
    }
    return new Json.Obj(members);
  }

  private static ToolException missing(
      List<String> missing, List<String> names, Json.Obj given, String where) {
    var suggestions = new ArrayList<String>();
    for (String name : given.members().keySet()) {
      List<String> near = names.contains(name) ? List.of() : NearNames.nearest(name, names);
      if (!near.isEmpty()) {
        suggestions.add("unknown argument '" + name + "'; did you mean '" + near.getFirst() + "'?");
      }
    }
    missing.replaceAll(name -> where + name);
    return new ToolException(
        ToolException.Code.INVALID_ARGUMENT,
        "missing argument "
            + String.join(", ", missing)
            + (names.isEmpty() ? "" : "; arguments are: " + String.join(", ", names)),
        suggestions);
  }

  private static Json value(Json.Obj schema, Json given, String where, int level)
      throws ToolException {
    if (level > MOST_LEVELS) {
      return given;
    }
    List<String> types = types(schema);
    Json value = types.isEmpty() ? given : typed(types, given);
    if (value == null) {
      throw wrong(where, wanted(types), given);
    }
    value = listed(schema.array("enum"), value, where);
    return switch (value) {
      case Json.Obj object -> members(schema, object, where + ".", level);
      case Json.Arr array -> items(schema.object("items"), array, where, level);
      case Json.Str text -> text;
      case Json.Num number -> number;
      case Json.Bool truth -> truth;
      case Json.Null nothing -> nothing;
    };
  }

  private static Json items(Json.@Nullable Obj schema, Json.Arr given, String where, int level)
      throws ToolException {
    if (schema == null) {
      return given;
    }
    var items = new ArrayList<Json>();
    for (Json item : given.items()) {
      items.add(value(schema, item, where + "[" + items.size() + "]", level + 1));
    }
    return Json.array(items);
  }

  /// The types that are allowed; empty for any.
  private static List<String> types(Json.Obj schema) {
    var types = new ArrayList<String>();
    if (schema.get("type") instanceof Json.Str one) {
      types.add(one.value());
    }
    for (Json each : schema.array("type")) {
      if (each instanceof Json.Str one) {
        types.add(one.value());
      }
    }
    if (!types.isEmpty() && schema.bool("nullable", false)) {
      types.add("null");
    }
    return types;
  }

  /// The value in one of the types, or null when it has none of them.
  private static @Nullable Json typed(List<String> types, Json given) {
    for (String type : types) {
      if (is(type, given)) {
        return given;
      }
    }
    for (String type : types) {
      Json meant = meant(type, given);
      if (meant != null) {
        return meant;
      }
    }
    return null;
  }

  private static boolean is(String type, Json given) {
    return switch (type) {
      case "string" -> given instanceof Json.Str;
      case "number" -> given instanceof Json.Num;
      case "integer" -> given instanceof Json.Num number && number.isWhole();
      case "boolean" -> given instanceof Json.Bool;
      case "object" -> given instanceof Json.Obj;
      case "array" -> given instanceof Json.Arr;
      case "null" -> given instanceof Json.Null;
      // A type that this version does not know is not for it to refuse.
      default -> true;
    };
  }

  /// What was plainly meant, or null.
  private static @Nullable Json meant(String type, Json given) {
    if (type.equals("string")) {
      return switch (given) {
        case Json.Num number -> Json.of(number.text());
        case Json.Bool truth -> Json.of(Boolean.toString(truth.value()));
        case Json.Str text -> text;
        case Json.Obj ignored -> null;
        case Json.Arr ignored -> null;
        case Json.Null ignored -> null;
      };
    }
    if (given instanceof Json.Str text && !type.equals("null")) {
      try {
        Json read = Json.parse(text.value().strip());
        if (is(type, read)) {
          return read;
        }
      } catch (JsonException plainText) {
        // Then it is a text, which may still be the one item of a list.
      }
    }
    boolean single = type.equals("array") && !(given instanceof Json.Null);
    return single ? Json.arrayOf(given) : null;
  }

  private static Json listed(List<Json> allowed, Json given, String where) throws ToolException {
    if (allowed.isEmpty() || allowed.contains(given)) {
      return given;
    }
    var words = new ArrayList<String>();
    for (Json each : allowed) {
      if (each instanceof Json.Str word
          && given instanceof Json.Str text
          && word.value().equalsIgnoreCase(text.value().strip())) {
        return word;
      }
      words.add(each instanceof Json.Str word ? word.value() : each.compact());
    }
    throw wrong(where, "one of " + String.join(", ", words), given);
  }

  private static String wanted(List<String> types) {
    var words = new ArrayList<String>();
    for (String type : types) {
      words.add(
          switch (type) {
            case "integer" -> "a whole number";
            case "array" -> "a list";
            case "boolean" -> "true or false";
            case "object" -> "an object";
            case "null" -> "null";
            default -> "a " + type.toLowerCase(Locale.ROOT);
          });
    }
    return String.join(" or ", words);
  }

  private static ToolException wrong(String where, String wanted, Json given) {
    String shown = given.compact();
    return new ToolException(
        ToolException.Code.INVALID_ARGUMENT,
        where
            + " must be "
            + wanted
            + ", was "
            + (shown.length() > 80 ? shown.substring(0, 80) + "…" : shown));
  }
}
