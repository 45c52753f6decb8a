package dev.tenon.providers.wire;

import dev.tenon.core.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;

/// Replaces halves of surrogate pairs, which no vendor accepts, by the replacement character. A
/// body without any is given back as it is.
final class WellFormed {
  private WellFormed() {}

  static Json of(Json json) {
    return isSound(json) ? json : repaired(json);
  }

  private static boolean isSound(Json json) {
    return switch (json) {
      case Json.Str text -> isSound(text.value());
      case Json.Arr array -> {
        for (Json item : array.values()) {
          if (!isSound(item)) {
            yield false;
          }
        }
        yield true;
      }
      case Json.Obj object -> {
        for (Map.Entry<String, Json> member : object.members().entrySet()) {
          if (!isSound(member.getKey()) || !isSound(member.getValue())) {
            yield false;
          }
        }
        yield true;
      }
      case Json.Num ignored -> true;
      case Json.Bool ignored -> true;
      case Json.Null ignored -> true;
    };
  }

  private static boolean isSound(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        if (!isPairAt(text, i)) {
          return false;
        }
        i++;
      }
    }
    return true;
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
