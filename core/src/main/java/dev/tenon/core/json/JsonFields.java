package dev.tenon.core.json;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Reads the members of an object strictly, for JSON that Tenon or a person wrote: a member that is
/// missing, of another type or unknown is a [JsonException] that begins with the member's path, as
/// in `steps[2].calls[0].name: expected a string, was a number`.
///
/// For JSON of models and servers, which may leave things out, use [Json.Obj] directly.
public final class JsonFields {
  private final Json.Obj object;
  private final String path;

  private JsonFields(Json.Obj object, String path) {
    this.object = object;
    this.path = path;
  }

  /// The members of a value that has to be an object. `path` says where the value stands; it may be
  /// empty for the outermost one.
  public static JsonFields of(Json value, String path) throws JsonException {
    if (value instanceof Json.Obj object) {
      return new JsonFields(object, path);
    }
    throw new JsonException(at(path) + "expected an object, was " + describe(value));
  }

  public Json.Obj object() {
    return object;
  }

  public boolean has(String name) {
    return object.has(name);
  }

  public Json value(String name) throws JsonException {
    Json value = object.get(name);
    if (value == null) {
      throw wrong(name, "is missing");
    }
    return value;
  }

  public String string(String name) throws JsonException {
    if (value(name) instanceof Json.Str text) {
      return text.value();
    }
    throw mismatch(name, "a string");
  }

  public @Nullable String optionalString(String name) throws JsonException {
    return has(name) ? string(name) : null;
  }

  public long whole(String name) throws JsonException {
    if (value(name) instanceof Json.Num number && number.isWhole()) {
      return number.longValue();
    }
    throw mismatch(name, "a whole number");
  }

  public long whole(String name, long otherwise) throws JsonException {
    return has(name) ? whole(name) : otherwise;
  }

  /// A whole number that is 0 or more, or the default when the member is absent.
  public long count(String name, long otherwise) throws JsonException {
    long count = whole(name, otherwise);
    if (count < 0) {
      throw wrong(name, "must be 0 or more, was " + count);
    }
    return count;
  }

  public double decimal(String name) throws JsonException {
    if (value(name) instanceof Json.Num number) {
      return number.doubleValue();
    }
    throw mismatch(name, "a number");
  }

  public double decimal(String name, double otherwise) throws JsonException {
    return has(name) ? decimal(name) : otherwise;
  }

  public boolean bool(String name, boolean otherwise) throws JsonException {
    if (!has(name)) {
      return otherwise;
    }
    if (value(name) instanceof Json.Bool bool) {
      return bool.value();
    }
    throw mismatch(name, "true or false");
  }

  /// The members of a nested object.
  public JsonFields fields(String name) throws JsonException {
    return of(value(name), path(name));
  }

  /// The members of a nested object, or null when it is absent.
  public @Nullable JsonFields optionalFields(String name) throws JsonException {
    return has(name) ? fields(name) : null;
  }

  /// The items of an array; none when the member is absent.
  public List<Json> items(String name) throws JsonException {
    if (!has(name)) {
      return List.of();
    }
    if (value(name) instanceof Json.Arr array) {
      return array.items();
    }
    throw mismatch(name, "a list");
  }

  /// The items of an array of objects; none when the member is absent.
  public List<JsonFields> each(String name) throws JsonException {
    var all = new ArrayList<JsonFields>();
    for (Json item : items(name)) {
      all.add(of(item, path(name) + "[" + all.size() + "]"));
    }
    return all;
  }

  /// The items of an array of strings; none when the member is absent.
  public List<String> strings(String name) throws JsonException {
    var all = new ArrayList<String>();
    for (Json item : items(name)) {
      if (!(item instanceof Json.Str text)) {
        throw new JsonException(
            at(path(name) + "[" + all.size() + "]") + "expected a string, was " + describe(item));
      }
      all.add(text.value());
    }
    return all;
  }

  /// A constant of an enum, written as [#word] writes it.
  public <E extends Enum<E>> E constant(String name, Class<E> type) throws JsonException {
    String word = string(name);
    var known = new StringBuilder();
    for (E constant : type.getEnumConstants()) {
      String candidate = word(constant);
      if (candidate.equals(word)) {
        return constant;
      }
      known.append(known.isEmpty() ? "" : ", ").append(candidate);
    }
    throw wrong(name, "must be one of " + known + ", was '" + word + "'");
  }

  /// The constant in JSON: its name in lower case, `tool_use` for `TOOL_USE`.
  public static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  /// Refuses members with other names than these, because a misspelt one would be ignored in
  /// silence.
  public void only(String... known) throws JsonException {
    List<String> names = List.of(known);
    for (String name : object.members().keySet()) {
      if (!names.contains(name)) {
        throw wrong(name, "is unknown; known are " + String.join(", ", names));
      }
    }
  }

  /// The path of a member.
  public String path(String name) {
    return path.isEmpty() ? name : path + "." + name;
  }

  /// An exception on this member, for rules that only the caller knows.
  public JsonException wrong(String name, String what) {
    return new JsonException(at(path(name)) + what);
  }

  private JsonException mismatch(String name, String expected) throws JsonException {
    return wrong(name, "expected " + expected + ", was " + describe(value(name)));
  }

  private static String at(String path) {
    return path.isEmpty() ? "" : path + ": ";
  }

  private static String describe(Json value) {
    return switch (value) {
      case Json.Obj ignored -> "an object";
      case Json.Arr ignored -> "a list";
      case Json.Str ignored -> "a string";
      case Json.Num number -> "the number " + number.text();
      case Json.Bool bool -> Boolean.toString(bool.value());
      case Json.Null ignored -> "null";
    };
  }
}
