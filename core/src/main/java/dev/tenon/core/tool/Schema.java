package dev.tenon.core.tool;

import dev.tenon.core.json.Json;
import java.lang.reflect.Constructor;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The arguments of a tool, read once from its parameter record: names (as models write them, in
/// snake case), types, what is required. Gives the JSON schema in declared order.
final class Schema {

  /// One component of a parameter record.
  record Field(
      String name,
      Type type,
      String description,
      @Nullable String fallback,
      List<String> aliases,
      boolean required) {}

  private final Class<? extends Record> type;
  private final List<Field> fields;

  /// Looked for when it is needed, and once: of most tools there is never a call.
  private volatile @Nullable Constructor<? extends Record> constructor;

  private Schema(Class<? extends Record> type, List<Field> fields) {
    this.type = type;
    this.fields = List.copyOf(fields);
  }

  static Schema of(Class<? extends Record> type) {
    var fields = new ArrayList<Field>();
    RecordComponent[] components = type.getRecordComponents();
    List<ParameterDoc> docs = ParameterDoc.of(type);
    for (int i = 0; i < components.length; i++) {
      ParameterDoc doc = docs.get(i);
      fields.add(
          new Field(
              snake(components[i].getName()),
              components[i].getGenericType(),
              doc.description(),
              doc.fallback(),
              doc.aliases(),
              doc.fallback() == null && !doc.nullable()));
    }
    return new Schema(type, fields);
  }

  Class<? extends Record> type() {
    return type;
  }

  List<Field> fields() {
    return fields;
  }

  /// What makes the record from a value for each component, in declared order.
  Constructor<? extends Record> constructor() throws NoSuchMethodException {
    Constructor<? extends Record> known = constructor;
    if (known == null) {
      RecordComponent[] components = type.getRecordComponents();
      Class<?>[] types = new Class<?>[components.length];
      for (int i = 0; i < types.length; i++) {
        types[i] = components[i].getType();
      }
      known = type.getDeclaredConstructor(types);
      known.setAccessible(true);
      constructor = known;
    }
    return known;
  }

  Json.Obj json() {
    var properties = Json.object();
    var required = new ArrayList<String>();
    for (Field field : fields) {
      var property = Json.object().putAll(typeOf(field.type)).put("description", field.description);
      if (field.fallback != null) {
        property.put("default", fallbackJson(field));
      }
      properties.put(field.name, property.build());
      if (field.required) {
        required.add(field.name);
      }
    }
    return Json.object()
        .put("type", "object")
        .put("properties", properties.build())
        .put("required", Json.strings(required))
        .build();
  }

  static Json fallbackJson(Field field) {
    String text = Objects.requireNonNull(field.fallback);
    Class<?> raw = raw(field.type);
    if (raw == boolean.class || raw == Boolean.class) {
      return Json.of(Boolean.parseBoolean(text));
    }
    return isNumber(raw) ? new Json.Num(text) : Json.of(text);
  }

  private static Json.Obj typeOf(Type type) {
    Class<?> raw = raw(type);
    var schema = Json.object();
    if (raw == String.class) {
      schema.put("type", "string");
    } else if (raw == boolean.class || raw == Boolean.class) {
      schema.put("type", "boolean");
    } else if (raw == double.class || raw == Double.class) {
      schema.put("type", "number");
    } else if (isNumber(raw)) {
      schema.put("type", "integer");
    } else if (raw.isEnum()) {
      schema.put("type", "string").put("enum", Json.strings(constants(raw)));
    } else if (raw == List.class) {
      schema.put("type", "array").put("items", typeOf(elementType(type)));
    } else if (Json.class.isAssignableFrom(raw)) {
      schema.put("type", "object");
    } else if (raw.isRecord()) {
      schema.putAll(of(raw.asSubclass(Record.class)).json());
    } else {
      throw new IllegalArgumentException("a tool argument cannot be a " + type.getTypeName());
    }
    return schema.build();
  }

  static boolean isNumber(Class<?> raw) {
    return raw == int.class
        || raw == Integer.class
        || raw == long.class
        || raw == Long.class
        || raw == double.class
        || raw == Double.class;
  }

  static List<String> constants(Class<?> raw) {
    var names = new ArrayList<String>();
    for (Object constant : Objects.requireNonNull(raw.getEnumConstants())) {
      names.add(((Enum<?>) constant).name().toLowerCase(Locale.ROOT));
    }
    return names;
  }

  static Class<?> raw(Type type) {
    return switch (type) {
      case Class<?> plain -> plain;
      case ParameterizedType generic -> raw(generic.getRawType());
      default -> throw new IllegalArgumentException("unsupported type " + type.getTypeName());
    };
  }

  static Type elementType(Type list) {
    return ((ParameterizedType) list).getActualTypeArguments()[0];
  }

  private static String snake(String camel) {
    var out = new StringBuilder();
    for (int i = 0; i < camel.length(); i++) {
      char c = camel.charAt(i);
      if (Character.isUpperCase(c)) {
        out.append('_').append(Character.toLowerCase(c));
      } else {
        out.append(c);
      }
    }
    return out.toString();
  }
}
