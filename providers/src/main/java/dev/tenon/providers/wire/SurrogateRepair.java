package dev.tenon.providers.wire;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonCache;
import java.util.ArrayList;
import java.util.LinkedHashMap;

/// Replaces halves of surrogate pairs, which no vendor accepts, by the replacement character.
final class SurrogateRepair {
  /// How the writer begins to escape such a half. An escaped backslash may look the same.
  private static final String SIGN = "\\ud";

  private SurrogateRepair() {}

  /// The text of a request, which is nearly always sound. That is seen in the text, since a look at
  /// every string in every turn would take longer than writing them.
  static String textOf(Json json) {
    return textOf(json, json.compact());
  }

  /// The same with the help of what was written before.
  static String textOf(Json json, JsonCache before) {
    return textOf(json, before.compact(json));
  }

  private static String textOf(Json json, String text) {
    return text.contains(SIGN) ? repaired(json).compact() : text;
  }

  private static boolean isPairAt(String text, int at) {
    return at + 1 < text.length()
        && Character.isSurrogatePair(text.charAt(at), text.charAt(at + 1));
  }

  private static Json repaired(Json json) {
    return switch (json) {
      case Json.Str text -> Json.of(repaired(text.value()));
      case Json.Arr array -> {
        var items = new ArrayList<Json>();
        for (Json item : array.values()) {
          items.add(repaired(item));
        }
        yield new Json.Arr(items);
      }
      case Json.Obj object -> {
        var members = new LinkedHashMap<String, Json>();
        object.members().forEach((name, value) -> members.put(repaired(name), repaired(value)));
        yield new Json.Obj(members);
      }
      case Json.Num number -> number;
      case Json.Bool bool -> bool;
      case Json.Null nothing -> nothing;
    };
  }

  private static String repaired(String text) {
    var out = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (!Character.isSurrogate(c)) {
        out.append(c);
      } else if (isPairAt(text, i)) {
        out.append(c).append(text.charAt(++i));
      } else {
        out.append('\ufffd');
      }
    }
    return out.toString();
  }
}
