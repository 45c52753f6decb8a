package dev.tenon.core.helper;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Parts of JSON by the names and numbers that lead to them.
final class JsonParts {
  private JsonParts() {}

  /// `findings/0/file`, with the escapes of addresses.
  static List<String> path(String path) {
    var steps = new ArrayList<String>();
    for (String step : path.split("/", -1)) {
      if (!step.isEmpty()) {
        steps.add(decoded(step));
      }
    }
    return steps;
  }

  /// `findings[0].file`, also with a leading `.` or `$`.
  static List<String> query(String query) {
    var steps = new ArrayList<String>();
    String plain = decoded(query).strip();
    plain = plain.startsWith("$") ? plain.substring(1) : plain;
    for (String step : plain.replace("[", ".").replace("]", "").split("\\.", -1)) {
      String name = step.strip();
      if (name.length() > 1 && (name.startsWith("\"") || name.startsWith("'"))) {
        name = name.substring(1, name.length() - 1);
      }
      if (!name.isEmpty()) {
        steps.add(name);
      }
    }
    return steps;
  }

  private static String decoded(String text) {
    try {
      return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException unescaped) {
      return text;
    }
  }

  static Json at(Json whole, List<String> steps) throws JsonException {
    Json at = whole;
    var been = new StringBuilder();
    for (String step : steps) {
      Json next =
          switch (at) {
            case Json.Obj object -> object.get(step);
            case Json.Arr list -> item(list, step);
            case Json.Str ignored -> null;
            case Json.Num ignored -> null;
            case Json.Bool ignored -> null;
            case Json.Null ignored -> null;
          };
      if (next == null) {
        throw new JsonException(
            "'" + step + "'" + (been.isEmpty() ? "" : " below " + been) + "; " + there(at));
      }
      been.append(been.isEmpty() ? "" : "/").append(step);
      at = next;
    }
    return at;
  }

  private static @Nullable Json item(Json.Arr list, String step) {
    try {
      int index = Integer.parseInt(step);
      return index >= 0 && index < list.items().size() ? list.items().get(index) : null;
    } catch (NumberFormatException word) {
      return null;
    }
  }

  private static String there(Json at) {
    return switch (at) {
      case Json.Obj object -> "there are: " + String.join(", ", object.members().keySet());
      case Json.Arr list -> "it is a list of " + list.items().size();
      case Json.Str ignored -> "it is a text";
      case Json.Num ignored -> "it is a number";
      case Json.Bool ignored -> "it is a truth value";
      case Json.Null ignored -> "it is null";
    };
  }
}
