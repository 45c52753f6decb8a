package dev.tenon.engine.discovery;

import dev.tenon.core.json.ByteOrderMark;
import dev.tenon.core.json.Json;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.tomlj.Toml;
import org.tomlj.TomlArray;
import org.tomlj.TomlParseResult;
import org.tomlj.TomlPosition;
import org.tomlj.TomlTable;

/// A file in TOML as data whose values know their lines.
record TomlValues(Json.Obj value, Map<String, Integer> lines) {
  TomlValues {
    lines = Map.copyOf(lines);
  }

  /// Null when it cannot be read, which is told.
  static @Nullable TomlValues read(String name, String text, Consumer<String> problems) {
    TomlParseResult parsed = Toml.parse(ByteOrderMark.without(text));
    if (parsed.hasErrors()) {
      var first = parsed.errors().getFirst();
      problems.accept(
          name
              + ":"
              + first.position().line()
              + ": is not valid TOML: "
              + String.valueOf(first.getMessage()).lines().findFirst().orElse("")
              + "; nothing of it is used");
      return null;
    }
    var lines = new HashMap<String, Integer>();
    return new TomlValues(table(parsed, "", lines), lines);
  }

  /// The line of the value at a path, or of the nearest thing around it.
  int line(String path) {
    String place = path;
    while (!lines.containsKey(place) && !place.isEmpty()) {
      place = place.substring(0, place.lastIndexOf('/'));
    }
    return lines.getOrDefault(place, 1);
  }

  private static Json.Obj table(TomlTable table, String path, Map<String, Integer> lines) {
    var members = new LinkedHashMap<String, Json>();
    for (String key : table.keySet()) {
      String below = path + "/" + key;
      TomlPosition position = table.inputPositionOf(List.of(key));
      if (position != null) {
        lines.put(below, position.line());
      }
      members.put(key, json(table.get(List.of(key)), below, lines));
    }
    return new Json.Obj(members);
  }

  private static Json json(@Nullable Object value, String path, Map<String, Integer> lines) {
    return switch (value) {
      case null -> Json.Null.VALUE;
      case TomlTable table -> table(table, path, lines);
      case TomlArray array -> {
        var items = new ArrayList<Json>();
        for (int i = 0; i < array.size(); i++) {
          items.add(json(array.get(i), path + "/" + i, lines));
        }
        yield Json.array(items);
      }
      case Boolean truth -> Json.of(truth);
      case Long number -> Json.of(number);
      case Double number ->
          Double.isFinite(number) ? Json.of(number) : Json.of(String.valueOf(number));
      case Object other -> Json.of(other.toString());
    };
  }
}
