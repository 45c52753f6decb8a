package dev.tenon.cli.plugin;

import dev.tenon.core.json.Json;
import dev.tenon.engine.plugin.PluginKind;
import java.util.Locale;

/// One thing of a plugin that can be used.
///
/// @param name by which it is called, `plugin:thing`
/// @param file it stands in, from the plugin's folder
/// @param line of it, or 0 where the file is about nothing else
/// @param what it does, in a line
/// @param detail what it is made of where that is not the whole file; otherwise empty
public record PluginPart(
    PluginKind kind,
    String name,
    String file,
    int line,
    Effect effect,
    String what,
    String detail) {

  /// What comes of having it.
  public enum Effect {
    RUNS,
    CONNECTS,
    SAYS,
    COLOURS;

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  String id() {
    return kind.label() + ":" + name;
  }

  /// What it is recognized by in another version; hooks have no names of their own.
  String key() {
    return kind == PluginKind.HOOK ? id() + " " + detail : id();
  }

  String place() {
    return line == 0 ? file : file + ":" + line;
  }

  String shown() {
    return String.format(Locale.ROOT, "%-8s  %s %s", effect.word(), kind.label(), name)
        + (what.isEmpty() ? "" : ": " + what)
        + " ("
        + place()
        + ")";
  }

  Json.Obj json() {
    return Json.object()
        .put("kind", kind.label())
        .put("name", name)
        .put("effect", effect.word())
        .put("what", what)
        .put("file", file)
        .put("line", line == 0 ? null : Json.of(line))
        .build();
  }
}
