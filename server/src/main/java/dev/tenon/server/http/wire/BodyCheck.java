package dev.tenon.server.http.wire;

import dev.tenon.core.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// Holds the body of a request against what its route says of it, before anyone acts on it. A
/// member that is missing or of another type is told by its path; one that is not known is left
/// alone.
public final class BodyCheck {
  private final Function<String, List<Route.Field>> components;

  /// @param components the members of a component by its name
  public BodyCheck(Function<String, List<Route.Field>> components) {
    this.components = components;
  }

  void members(List<Route.Field> fields, Json.Obj object, String path) throws Problem {
    for (Route.Field field : fields) {
      String place = path.isEmpty() ? field.name() : path + "." + field.name();
      Json value = object.get(field.name());
      if (value != null) {
        value(field.plainType(), value, place);
      } else if (field.required()) {
        throw Problem.invalid(place + " is missing");
      }
    }
  }

  private void value(String type, Json value, String place) throws Problem {
    if (type.endsWith("|null")) {
      if (!(value instanceof Json.Null)) {
        value(type.substring(0, type.length() - 5), value, place);
      }
    } else if (type.startsWith("=")) {
      word(List.of(type.substring(1).split("\\|", -1)), value, place);
    } else if (type.startsWith("[")) {
      items(type.substring(1, type.length() - 1), value, place);
    } else if (Character.isUpperCase(type.charAt(0))) {
      if (!(value instanceof Json.Obj object)) {
        throw mismatch("an object", value, place);
      }
      members(components.apply(type), object, place);
    } else {
      plain(type, value, place);
    }
  }

  private static void word(List<String> words, Json value, String place) throws Problem {
    if (!(value instanceof Json.Str text) || !words.contains(text.value())) {
      throw mismatch("one of " + String.join(", ", words), value, place);
    }
  }

  private void items(String type, Json value, String place) throws Problem {
    if (!(value instanceof Json.Arr array)) {
      throw mismatch("a list", value, place);
    }
    var items = new ArrayList<>(array.items());
    for (int i = 0; i < items.size(); i++) {
      value(type, items.get(i), place + "[" + i + "]");
    }
  }

  private static void plain(String type, Json value, String place) throws Problem {
    String expected =
        switch (type) {
          case "string", "time", "hash" -> value instanceof Json.Str ? "" : "a string";
          case "boolean" -> value instanceof Json.Bool ? "" : "true or false";
          case "number" -> value instanceof Json.Num ? "" : "a number";
          case "object" -> value instanceof Json.Obj ? "" : "an object";
          case "integer" -> whole(value, Long.MIN_VALUE) ? "" : "a whole number";
          case "count" -> whole(value, 0) ? "" : "a whole number from 0";
          case "line" -> whole(value, 1) ? "" : "a whole number from 1";
          default -> "";
        };
    if (!expected.isEmpty()) {
      throw mismatch(expected, value, place);
    }
  }

  private static boolean whole(Json value, long least) {
    return value instanceof Json.Num number && number.isWhole() && number.longValue() >= least;
  }

  private static Problem mismatch(String expected, Json value, String place) {
    String shown = value.compact();
    return Problem.invalid(
        place
            + " must be "
            + expected
            + ", was "
            + (shown.length() <= 40 ? shown : shown.substring(0, 40) + "…"));
  }
}
