package dev.tenon.core.tool;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.workspace.path.NearNames;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Turns the arguments a model sent into the parameter record. Forgiving where the meaning is plain
/// (numbers and booleans as strings, one value for a list, nested JSON as a string, other names for
/// the same thing); otherwise the error says which field, what was there and what is wanted.
final class Binder {
  private final Schema schema;

  Binder(Schema schema) {
    this.schema = schema;
  }

  Record bind(Json.Obj arguments) throws ToolException {
    return bind(schema, arguments, "");
  }

  private static Record bind(Schema schema, Json.Obj arguments, String where) throws ToolException {
    List<Schema.Field> fields = schema.fields();
    @Nullable Object[] values = new Object[fields.size()];
    var missing = new ArrayList<String>();
    for (int i = 0; i < values.length; i++) {
      Schema.Field field = fields.get(i);
      Json given = find(arguments, field);
      if (given == null && field.fallback() != null) {
        given = Schema.fallbackJson(field);
      }
      if (given == null) {
        if (field.required()) {
          missing.add(where + field.name());
        }
        continue;
      }
      values[i] = value(field.type(), given, where + field.name());
    }
    if (!missing.isEmpty()) {
      throw missing(schema, arguments, missing);
    }
    return create(schema, values);
  }

  private static ToolException missing(Schema schema, Json.Obj arguments, List<String> missing) {
    var names = schema.fields().stream().map(Schema.Field::name).toList();
    var suggestions = new ArrayList<String>();
    for (String given : arguments.members().keySet()) {
      if (!names.contains(given)) {
        List<String> near = NearNames.nearest(given, names);
        suggestions.add(
            "unknown argument '"
                + given
                + "'"
                + (near.isEmpty() ? "" : "; did you mean '" + near.getFirst() + "'?"));
      }
    }
    return new ToolException(
        ToolException.Code.INVALID_ARGUMENT,
        "missing argument "
            + String.join(", ", missing)
            + "; arguments are: "
            + String.join(", ", names),
        suggestions);
  }

  private static @Nullable Json find(Json.Obj arguments, Schema.Field field) {
    Json given = arguments.get(field.name());
    if (given == null) {
      given = arguments.get(camel(field.name()));
    }
    for (String alias : field.aliases()) {
      if (given == null) {
        given = arguments.get(alias);
      }
    }
    return given instanceof Json.Null ? null : given;
  }

  private static Object value(Type type, Json given, String field) throws ToolException {
    Class<?> raw = Schema.raw(type);
    if (raw == String.class) {
      return text(given, field);
    }
    if (raw == boolean.class || raw == Boolean.class) {
      return truth(given, field);
    }
    if (Schema.isNumber(raw)) {
      return number(raw, given, field);
    }
    if (raw.isEnum()) {
      return constant(raw, given, field);
    }
    if (raw == List.class) {
      return list(Schema.elementType(type), given, field);
    }
    Json.Obj object = object(given, field);
    return raw.isRecord()
        ? bind(Schema.of(raw.asSubclass(Record.class)), object, field + ".")
        : object;
  }

  private static String text(Json given, String field) throws ToolException {
    return switch (given) {
      case Json.Str string -> string.value();
      case Json.Num number -> number.text();
      case Json.Bool bool -> Boolean.toString(bool.value());
      case Json.Obj ignored -> throw wrong(field, "a string", given);
      case Json.Arr lines -> {
        // Some models send a text as a list of lines.
        if (lines.items().stream().allMatch(Json.Str.class::isInstance)) {
          yield String.join(
              "\n", lines.items().stream().map(line -> ((Json.Str) line).value()).toList());
        }
        throw wrong(field, "a string", given);
      }
      case Json.Null ignored -> throw wrong(field, "a string", given);
    };
  }

  private static Boolean truth(Json given, String field) throws ToolException {
    if (given instanceof Json.Bool bool) {
      return bool.value();
    }
    if (given instanceof Json.Str string) {
      switch (string.value().strip().toLowerCase(Locale.ROOT)) {
        case "true", "yes", "1" -> {
          return true;
        }
        case "false", "no", "0" -> {
          return false;
        }
        default -> {}
      }
    }
    throw wrong(field, "true or false", given);
  }

  private static Object number(Class<?> raw, Json given, String field) throws ToolException {
    boolean fraction = raw == double.class || raw == Double.class;
    String wanted = fraction ? "a number" : "a whole number";
    Json.Num number =
        switch (given) {
          case Json.Num plain -> plain;
          case Json.Str string -> parsed(string, field, wanted);
          case Json.Obj ignored -> throw wrong(field, wanted, given);
          case Json.Arr ignored -> throw wrong(field, wanted, given);
          case Json.Bool ignored -> throw wrong(field, wanted, given);
          case Json.Null ignored -> throw wrong(field, wanted, given);
        };
    if (fraction) {
      return number.doubleValue();
    }
    if (!number.isWhole()) {
      throw wrong(field, wanted, given);
    }
    long value = number.longValue();
    if (raw == long.class || raw == Long.class) {
      return value;
    }
    if (value != (int) value) {
      throw wrong(field, "a whole number below 2^31", given);
    }
    return (int) value;
  }

  private static Json.Num parsed(Json.Str string, String field, String wanted)
      throws ToolException {
    try {
      if (Json.parse(string.value().strip()) instanceof Json.Num number) {
        return number;
      }
    } catch (JsonException notJson) {
      throw wrong(field, wanted, string);
    }
    throw wrong(field, wanted, string);
  }

  private static Object constant(Class<?> raw, Json given, String field) throws ToolException {
    String wanted = given instanceof Json.Str string ? string.value().strip() : "";
    for (Object constant : Objects.requireNonNull(raw.getEnumConstants())) {
      if (((Enum<?>) constant).name().equalsIgnoreCase(wanted.replace('-', '_'))) {
        return constant;
      }
    }
    throw wrong(field, "one of " + String.join(", ", Schema.constants(raw)), given);
  }

  private static List<Object> list(Type element, Json given, String field) throws ToolException {
    Json source = given;
    if (given instanceof Json.Str string
        && string.value().strip().startsWith("[")
        && Schema.raw(element) != String.class) {
      source = nested(string, field, "a list");
    } else if (given instanceof Json.Str string && string.value().strip().startsWith("[")) {
      // A list of strings sent as text: only if it really is one.
      try {
        source = Json.parse(string.value());
      } catch (JsonException plainText) {
        source = given;
      }
    }
    List<? extends Json> items =
        switch (source) {
          case Json.Arr array -> array.values();
          // Lists by their names or numbers, in order.
          case Json.Obj object when Schema.raw(element) == List.class ->
              List.copyOf(object.members().values());
          default -> List.of(source);
        };
    var values = new ArrayList<Object>();
    for (int i = 0; i < items.size(); i++) {
      values.add(value(element, items.get(i), field + "[" + i + "]"));
    }
    return List.copyOf(values);
  }

  private static Json.Obj object(Json given, String field) throws ToolException {
    Json source = given instanceof Json.Str string ? nested(string, field, "an object") : given;
    if (source instanceof Json.Obj object) {
      return object;
    }
    throw wrong(field, "an object", given);
  }

  private static Json nested(Json.Str string, String field, String wanted) throws ToolException {
    try {
      return Json.parse(string.value());
    } catch (JsonException notJson) {
      throw wrong(field, wanted, string);
    }
  }

  private static ToolException wrong(String field, String wanted, Json given) {
    String shown = given.compact();
    return new ToolException(
        ToolException.Code.INVALID_ARGUMENT,
        field
            + " must be "
            + wanted
            + ", was "
            + (shown.length() > 80 ? shown.substring(0, 80) + "…" : shown));
  }

  private static Record create(Schema schema, @Nullable Object[] values) throws ToolException {
    Class<? extends Record> type = schema.type();
    try {
      return schema.constructor().newInstance(values);
    } catch (InvocationTargetException refused) {
      if (refused.getCause() instanceof IllegalArgumentException reason) {
        throw new ToolException(
            ToolException.Code.INVALID_ARGUMENT, String.valueOf(reason.getMessage()));
      }
      throw new IllegalStateException(type.getName() + " could not be made", refused);
    } catch (ReflectiveOperationException impossible) {
      throw new IllegalStateException(type.getName() + " could not be made", impossible);
    }
  }

  private static String camel(String snake) {
    var out = new StringBuilder();
    for (int i = 0; i < snake.length(); i++) {
      char c = snake.charAt(i);
      if (c == '_' && i + 1 < snake.length()) {
        out.append(Character.toUpperCase(snake.charAt(++i)));
      } else {
        out.append(c);
      }
    }
    return out.toString();
  }
}
