package dev.tenon.cli.terminal.view;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.Part;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What a call is about, from its arguments alone, for any tool: what matters most first, the rest
/// as names and values. Never JSON, which nobody reads.
public final class CallTitle {
  private static final int LONGEST = 200;
  private static final int VALUE = 60;
  private static final int SHOWN = 4;

  /// Arguments that say by themselves what a call does, the most telling first.
  private static final List<String> TELLING =
      List.of(
          "command",
          "cmd",
          "pattern",
          "query",
          "path",
          "file_path",
          "filePath",
          "file",
          "filename",
          "url",
          "uri",
          "question",
          "prompt",
          "description",
          "title",
          "name",
          "id");

  /// Those that are run, and where.
  private static final Set<String> COMMANDS = Set.of("command", "cmd");

  private static final String FOLDER = "cwd";

  /// Arguments that hold whole texts, which no title should.
  private static final Set<String> BODIES =
      Set.of(
          "content",
          "contents",
          "old_string",
          "new_string",
          "old_text",
          "new_text",
          "patch",
          "unified_diff",
          "base_content_sha256",
          "text",
          "body",
          "diff",
          "edits",
          "code",
          "data");

  /// What the dialects of edits call a text that names its files itself.
  private static final List<String> EDITS = List.of("input", "patch", "edits");

  private CallTitle() {}

  /// The title of a tool; where it says no more about a call than what the model wrote, whole or
  /// cut, in words. Not yet made harmless.
  public static String of(Part.Call call, String title) {
    int json = title.indexOf('{');
    if (json < 0 || !isBeginning(title.substring(json), call.arguments().compact())) {
      String folder = folder(call.arguments());
      return title.contains(folder) ? title : folder + title;
    }
    return (title.substring(0, json) + of(call.arguments())).strip();
  }

  /// `in sub: ` before a command that does not run in the root; otherwise nothing.
  private static String folder(Json.Obj arguments) {
    String folder = text(arguments.get(FOLDER)).strip();
    boolean root = folder.isEmpty() || folder.equals(".") || folder.equals("./");
    return root || !COMMANDS.contains(telling(arguments)) ? "" : "in " + cut(folder, VALUE) + ": ";
  }

  private static boolean isBeginning(String text, String arguments) {
    String begins = text.endsWith("…") ? text.substring(0, text.length() - 1) : text;
    return arguments.equals(text) || (begins.length() > 8 && arguments.startsWith(begins));
  }

  /// On one line, unless it is a command of several; not yet made harmless.
  public static String of(Json.Obj arguments) {
    String telling = telling(arguments);
    String folder = folder(arguments);
    var out = new StringBuilder(folder);
    List<String> edited = telling.isEmpty() ? edited(arguments) : List.of();
    if (!edited.isEmpty()) {
      out.append(String.join(", ", edited));
    } else if (telling.isEmpty()) {
      telling = only(arguments);
      out.append(telling.isEmpty() ? "" : within(arguments.get(telling)));
    } else {
      out.append(text(arguments.get(telling)));
    }
    String place = place(arguments, telling);
    if (!place.isEmpty()) {
      out.append(" in ").append(text(arguments.get(place)));
    }
    int shown = 0;
    for (Map.Entry<String, Json> each : arguments.members().entrySet()) {
      String name = each.getKey();
      if (name.equals(telling)
          || name.equals(place)
          || BODIES.contains(name)
          || (!edited.isEmpty() && EDITS.contains(name))
          || (name.equals(FOLDER) && !folder.isEmpty())) {
        continue;
      }
      String value = value(each.getValue());
      if (value.isEmpty()) {
        continue;
      }
      if (++shown > SHOWN) {
        out.append(", …");
        break;
      }
      out.append(out.isEmpty() ? "" : ", ").append(name).append(": ").append(value);
    }
    return cut(out.toString(), LONGEST);
  }

  private static String telling(Json.Obj arguments) {
    for (String name : TELLING) {
      if (!text(arguments.get(name)).isBlank()) {
        return name;
      }
    }
    return "";
  }

  private static List<String> edited(Json.Obj arguments) {
    for (String name : EDITS) {
      List<String> paths = EditedPaths.all(text(arguments.get(name)));
      if (!paths.isEmpty()) {
        return paths;
      }
    }
    return List.of();
  }

  /// The list whose only item says what the call does, as a single question does.
  private static String only(Json.Obj arguments) {
    for (Map.Entry<String, Json> each : arguments.members().entrySet()) {
      if (!within(each.getValue()).isEmpty()) {
        return each.getKey();
      }
    }
    return "";
  }

  private static String within(@Nullable Json value) {
    return value instanceof Json.Arr list
            && list.items().size() == 1
            && list.items().getFirst() instanceof Json.Obj item
            && !telling(item).isEmpty()
        ? text(item.get(telling(item)))
        : "";
  }

  /// Where something is looked for.
  private static String place(Json.Obj arguments, String telling) {
    boolean search = telling.equals("pattern") || telling.equals("query");
    return search && !text(arguments.get("path")).isBlank() ? "path" : "";
  }

  private static String text(@Nullable Json value) {
    return value instanceof Json.Str words ? words.value() : "";
  }

  private static String value(Json value) {
    return switch (value) {
      case Json.Str words -> cut(words.value().strip(), VALUE);
      case Json.Num number -> number.text();
      case Json.Bool bool -> Boolean.toString(bool.value());
      case Json.Null ignored -> "";
      case Json.Arr list -> list(list);
      case Json.Obj object ->
          object.members().size() == 1 ? "1 field" : object.members().size() + " fields";
    };
  }

  private static String list(Json.Arr list) {
    var words = new StringBuilder();
    for (Json item : list.items()) {
      if (!(item instanceof Json.Str) && !(item instanceof Json.Num)) {
        return list.items().size() == 1 ? "1 item" : list.items().size() + " items";
      }
      words.append(words.isEmpty() ? "" : " ").append(value(item));
      if (words.length() > VALUE) {
        break;
      }
    }
    return cut(words.toString(), VALUE);
  }

  private static String cut(String text, int length) {
    int count = text.codePointCount(0, text.length());
    return count <= length ? text : text.substring(0, text.offsetByCodePoints(0, length - 1)) + "…";
  }
}
