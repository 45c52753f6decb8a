package dev.tenon.server.job.record;

import dev.tenon.core.json.Json;
import java.util.ArrayList;
import java.util.List;

/// Keeps JSON small: long texts are cut with their length, long lists with their count. What stays
/// keeps its shape.
///
/// @param text the most characters of a text
/// @param items the most items of a list
public record JsonSummary(int text, int items) {
  /// What an event holds.
  static final int MOST = 8 * 1024;

  private static final List<JsonSummary> STEPS =
      List.of(
          new JsonSummary(4_000, 200),
          new JsonSummary(1_000, 50),
          new JsonSummary(300, 20),
          new JsonSummary(80, 5));

  /// The data of an event, as much of it as fits.
  public static Json.Obj event(Json.Obj data) {
    for (JsonSummary each : STEPS) {
      Json.Obj small = each.of(data);
      if (small.compact().length() <= MOST) {
        return small;
      }
    }
    return Json.object()
        .put("left_out", data.compact().length() + " characters are too many for an event")
        .build();
  }

  public Json.Obj of(Json.Obj object) {
    var small = Json.object();
    int left = items;
    for (var member : object.members().entrySet()) {
      if (left-- == 0) {
        small.put("…", (object.members().size() - items) + " more members");
        break;
      }
      small.put(member.getKey(), json(member.getValue()));
    }
    return small.build();
  }

  private Json json(Json json) {
    return switch (json) {
      case Json.Str string -> Json.of(cut(string.value()));
      case Json.Obj object -> of(object);
      case Json.Arr array -> list(array);
      case Json.Num number -> number;
      case Json.Bool bool -> bool;
      case Json.Null nothing -> nothing;
    };
  }

  private Json list(Json.Arr array) {
    var some = new ArrayList<Json>();
    for (Json item : array.items()) {
      if (some.size() == items) {
        some.add(Json.of("… " + (array.items().size() - items) + " more"));
        break;
      }
      some.add(json(item));
    }
    return Json.array(some);
  }

  private String cut(String string) {
    if (string.length() <= text) {
      return string;
    }
    int end = Character.isHighSurrogate(string.charAt(text - 1)) ? text - 1 : text;
    return string.substring(0, end) + "… (" + string.length() + " characters)";
  }
}
