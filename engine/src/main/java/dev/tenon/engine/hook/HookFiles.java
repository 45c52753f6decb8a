package dev.tenon.engine.hook;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.json.LocatedJson;
import dev.tenon.core.text.IoFailure;
import dev.tenon.engine.config.value.Raw;
import dev.tenon.engine.content.FolderEntry;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads hooks from files that other tools have: `settings.json` of Claude Code, and the
/// `hooks.json` of plugins, which holds the events themselves or has them below `hooks`.
public final class HookFiles {
  private static final int LARGEST = 1024 * 1024;

  private HookFiles() {}

  /// A file of hooks.
  ///
  /// @param shown how messages call it
  /// @param plugin the folder of the plugin that it belongs to; null for settings
  public record Place(Path file, String shown, Hook.Owner owner, @Nullable Path plugin) {
    /// What a fault of the whole file costs. Settings are more than hooks.
    private String lost() {
      return plugin == null
          ? "neither its hooks nor its permissions are in force"
          : "its hooks do not run";
    }
  }

  /// What a file has.
  ///
  /// @param problems one line each, with file, line and way out
  /// @param harmless those of the problems in spite of which every hook runs
  /// @param off whether it wants no hooks at all (`disableAllHooks`)
  public record Found(List<Hook> hooks, List<String> problems, List<String> harmless, boolean off) {
    public Found {
      hooks = List.copyOf(hooks);
      problems = List.copyOf(problems);
      harmless = List.copyOf(harmless);
    }

    static Found problem(String text) {
      return new Found(List.of(), List.of(text), List.of(), false);
    }
  }

  /// Reads a file. One that cannot be read has a problem and no hooks.
  public static Found read(Place place) {
    String text;
    try {
      byte[] bytes = FolderEntry.read(place.file().toRealPath(), LARGEST);
      if (bytes.length > LARGEST) {
        return Found.problem(place.shown() + ":1: is larger than 1 MB; " + place.lost());
      }
      text = new String(bytes, StandardCharsets.UTF_8);
    } catch (IOException unreadable) {
      return Found.problem(
          place.shown()
              + ":1: cannot be read ("
              + IoFailure.reason(unreadable)
              + "); "
              + place.lost());
    }
    LocatedJson json;
    try {
      json = LocatedJson.parse(text);
    } catch (JsonException malformed) {
      return Found.problem(
          place.shown()
              + ":"
              + Math.max(1, malformed.line())
              + ": is not valid JSON: "
              + malformed.getMessage()
              + "; "
              + place.lost());
    }
    if (!(json.value() instanceof Json.Obj top)) {
      return Found.problem(place.shown() + ":1: must be a JSON object; " + place.lost());
    }
    var parser = new HookParser(place.shown(), place.owner(), place.plugin());
    Json below = top.get("hooks");
    if (below != null) {
      parser.events(raw(below, "/hooks", json));
    } else if (place.plugin() != null) {
      parser.events(raw(top, "", json));
    }
    Json off = top.get("disableAllHooks");
    if (off != null && !(off instanceof Json.Null) && !(off instanceof Json.Bool)) {
      var problems = new ArrayList<>(parser.problems());
      problems.add(
          place.shown()
              + ":"
              + json.line("/disableAllHooks")
              + ": disableAllHooks must be true or false; it is taken for true");
      return new Found(parser.hooks(), problems, parser.harmless(), true);
    }
    return new Found(
        parser.hooks(), parser.problems(), parser.harmless(), top.bool("disableAllHooks", false));
  }

  private static Raw raw(Json value, String path, LocatedJson json) {
    int line = json.line(path);
    return switch (value) {
      case Json.Obj object -> {
        var fields = new ArrayList<Raw.Field>();
        object
            .members()
            .forEach(
                (name, each) -> {
                  String below = path + "/" + name;
                  fields.add(new Raw.Field(name, json.line(below), raw(each, below, json)));
                });
        yield new Raw.Fields(fields, line);
      }
      case Json.Arr array -> {
        var items = new ArrayList<Raw>();
        for (int i = 0; i < array.items().size(); i++) {
          items.add(raw(array.items().get(i), path + "/" + i, json));
        }
        yield new Raw.Items(items, line);
      }
      case Json.Null ignored -> new Raw.Nothing(line);
      case Json.Str text -> new Raw.Text(text.value(), line);
      case Json.Num number -> new Raw.Text(number.text(), line);
      case Json.Bool flag -> new Raw.Text(Boolean.toString(flag.value()), line);
    };
  }
}
