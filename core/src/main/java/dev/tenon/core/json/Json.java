package dev.tenon.core.json;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// An immutable JSON value. Objects keep the order in which their members were written.
///
/// Reading never throws for an absent or differently typed member: the accessors of [Obj] answer
/// null, an empty list or the given default, because most JSON here comes from a model or a server
/// that may leave things out.
public sealed interface Json {

  /// Parses one complete JSON value; anything but white space after it is an error.
  static Json parse(String text) throws JsonException {
    return JsonReader.read(text);
  }

  /// Parses one complete JSON value that has to be an object.
  static Obj parseObject(String text) throws JsonException {
    if (parse(text) instanceof Obj object) {
      return object;
    }
    throw new JsonException("expected a JSON object", 1, 1);
  }

  /// Parses one complete JSON object in which no object names a member twice. For requests: two
  /// readers may take different ones of two members with the same name.
  static Obj parseUnambiguous(String text) throws JsonException {
    if (JsonReader.readUnambiguous(text) instanceof Obj object) {
      return object;
    }
    throw new JsonException("expected a JSON object", 1, 1);
  }

  static Str of(String value) {
    return new Str(value);
  }

  static Num of(long value) {
    return new Num(Long.toString(value));
  }

  static Num of(double value) {
    return new Num(
        value == Math.rint(value) && Math.abs(value) < 1e15
            ? Long.toString((long) value)
            : Double.toString(value));
  }

  static Bool of(boolean value) {
    return value ? Bool.TRUE : Bool.FALSE;
  }

  static Arr array(List<? extends Json> items) {
    return new Arr(items);
  }

  static Arr strings(List<String> items) {
    var strings = new ArrayList<Json>(items.size());
    for (String item : items) {
      strings.add(of(item));
    }
    return new Arr(strings);
  }

  static Builder object() {
    return new Builder();
  }

  /// The compact text of this value, on one line.
  default String compact() {
    return JsonWriter.compact(this);
  }

  /// The text of this value with two-space indentation.
  default String pretty() {
    return JsonWriter.pretty(this);
  }

  /// A JSON object.
  record Obj(Map<String, Json> members) implements Json {
    public static final Obj EMPTY = new Obj(Map.of());

    public Obj {
      members = Collections.unmodifiableMap(new LinkedHashMap<>(members));
    }

    public @Nullable Json get(String name) {
      return members.get(name);
    }

    public boolean has(String name) {
      return members.containsKey(name);
    }

    public boolean isEmpty() {
      return members.isEmpty();
    }

    public @Nullable String string(String name) {
      return members.get(name) instanceof Str text ? text.value() : null;
    }

    public String string(String name, String otherwise) {
      return members.get(name) instanceof Str text ? text.value() : otherwise;
    }

    public long number(String name, long otherwise) {
      return members.get(name) instanceof Num number ? number.longValue() : otherwise;
    }

    public double decimal(String name, double otherwise) {
      return members.get(name) instanceof Num number ? number.doubleValue() : otherwise;
    }

    public boolean bool(String name, boolean otherwise) {
      return members.get(name) instanceof Bool bool ? bool.value() : otherwise;
    }

    public @Nullable Obj object(String name) {
      return members.get(name) instanceof Obj object ? object : null;
    }

    /// The member as an object, or the empty object.
    public Obj objectOrEmpty(String name) {
      return members.get(name) instanceof Obj object ? object : EMPTY;
    }

    /// The items of the named array, or none.
    public List<Json> array(String name) {
      return members.get(name) instanceof Arr array ? array.items() : List.of();
    }

    /// The items of the named array that are objects.
    public List<Obj> objects(String name) {
      var objects = new ArrayList<Obj>();
      for (Json item : array(name)) {
        if (item instanceof Obj object) {
          objects.add(object);
        }
      }
      return Collections.unmodifiableList(objects);
    }

    /// This object with one more (or a replaced) member.
    public Obj with(String name, Json value) {
      var copy = new LinkedHashMap<>(members);
      copy.put(name, value);
      return new Obj(copy);
    }

    @Override
    public String toString() {
      return compact();
    }
  }

  /// A JSON array.
  record Arr(List<? extends Json> values) implements Json {
    public Arr {
      values = List.copyOf(values);
    }

    public List<Json> items() {
      return Collections.unmodifiableList(values);
    }

    @Override
    public String toString() {
      return compact();
    }
  }

  /// A JSON string.
  record Str(String value) implements Json {
    @Override
    public String toString() {
      return compact();
    }
  }

  /// A JSON number, kept as it was written so that nothing is lost on the way through.
  record Num(String text) implements Json {
    /// The number cut to a long; out of range numbers are clamped.
    public long longValue() {
      try {
        return Long.parseLong(text);
      } catch (NumberFormatException notPlain) {
        return (long) Double.parseDouble(text);
      }
    }

    public double doubleValue() {
      return Double.parseDouble(text);
    }

    /// Whether the number has no fraction and fits a long.
    public boolean isWhole() {
      double value = doubleValue();
      return value == Math.rint(value) && Math.abs(value) < 9.2e18;
    }

    @Override
    public String toString() {
      return text;
    }
  }

  /// A JSON boolean.
  record Bool(boolean value) implements Json {
    static final Bool TRUE = new Bool(true);
    static final Bool FALSE = new Bool(false);

    @Override
    public String toString() {
      return Boolean.toString(value);
    }
  }

  /// JSON's null.
  record Null() implements Json {
    /// The one that is needed.
    public static final Null VALUE = new Null();

    @Override
    public String toString() {
      return "null";
    }
  }

  /// Collects the members of an object in order. A null value leaves the member out.
  final class Builder {
    private final Map<String, Json> members = new LinkedHashMap<>();

    private Builder() {}

    public Builder put(String name, @Nullable Json value) {
      if (value != null) {
        members.put(name, value);
      }
      return this;
    }

    public Builder put(String name, @Nullable String value) {
      return value == null ? this : put(name, Json.of(value));
    }

    public Builder put(String name, long value) {
      return put(name, Json.of(value));
    }

    public Builder put(String name, double value) {
      return put(name, Json.of(value));
    }

    public Builder put(String name, boolean value) {
      return put(name, Json.of(value));
    }

    /// A nested object, filled in place.
    public Builder object(String name, Consumer<Builder> fill) {
      var nested = new Builder();
      fill.accept(nested);
      return put(name, nested.build());
    }

    public Builder array(String name, List<? extends Json> items) {
      return put(name, new Arr(items));
    }

    public Builder putAll(Obj other) {
      members.putAll(other.members());
      return this;
    }

    public Obj build() {
      return new Obj(members);
    }
  }

  /// Collects the items of an array.
  static Arr arrayOf(Json... items) {
    return new Arr(new ArrayList<>(List.of(items)));
  }
}
