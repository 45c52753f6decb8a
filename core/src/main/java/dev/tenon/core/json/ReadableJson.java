package dev.tenon.core.json;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// A value as lines that people read: a name and its value in each, and what is within one below
/// it, indented. Nothing is left out, and nothing is made harmless yet.
public final class ReadableJson {
  private static final String STEP = "  ";

  /// No reader follows deeper; what is there stands on one line.
  private static final int DEEPEST = 40;

  private final List<String> lines = new ArrayList<>();

  private ReadableJson() {}

  public static List<String> of(Json value) {
    var out = new ReadableJson();
    switch (value) {
      case Json.Obj object -> out.members(object, "");
      case Json.Arr list -> out.items(list, "");
      case Json.Str words -> out.lines.addAll(List.of(words.value().split("\n", -1)));
      case Json.Num number -> out.lines.add(number.text());
      case Json.Bool bool -> out.lines.add(bool.toString());
      case Json.Null ignored -> out.lines.add("none");
    }
    return List.copyOf(out.lines);
  }

  private void members(Json.Obj object, String before) {
    for (Map.Entry<String, Json> each : object.members().entrySet()) {
      put(before + each.getKey().replace("\n", "\\n") + ":", each.getValue(), before + STEP);
    }
  }

  private void items(Json.Arr list, String before) {
    for (Json item : list.values()) {
      put(before + "-", item, before + STEP);
    }
  }

  /// @param name with what stands before it
  /// @param below stands before what is within the value
  private void put(String name, Json value, String below) {
    switch (value) {
      case Json.Str words -> text(name, words.value(), below);
      case Json.Num number -> lines.add(name + " " + number.text());
      case Json.Bool bool -> lines.add(name + " " + bool.toString());
      case Json.Null ignored -> lines.add(name + " none");
      case Json.Arr list -> {
        if (list.values().isEmpty()) {
          lines.add(name + " nothing");
        } else if (below.length() > DEEPEST * STEP.length()) {
          lines.add(name + " " + list.compact());
        } else {
          lines.add(name);
          items(list, below);
        }
      }
      case Json.Obj object -> {
        if (object.members().isEmpty()) {
          lines.add(name + " nothing");
        } else if (below.length() > DEEPEST * STEP.length()) {
          lines.add(name + " " + object.compact());
        } else {
          lines.add(name);
          members(object, below);
        }
      }
    }
  }

  /// A text of several lines stands below its name.
  private void text(String name, String words, String below) {
    if (words.isEmpty()) {
      lines.add(name + " (empty)");
    } else if (words.indexOf('\n') < 0) {
      lines.add(name + " " + words);
    } else {
      lines.add(name);
      for (String line : words.split("\n", -1)) {
        lines.add(below + line);
      }
    }
  }
}
