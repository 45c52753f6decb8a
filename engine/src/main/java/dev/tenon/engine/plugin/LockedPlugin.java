package dev.tenon.engine.plugin;

import dev.tenon.core.json.Json;
import java.util.ArrayList;
import java.util.List;

/// What the lock says of an installed plugin.
///
/// @param origin where it came from, and where an update is looked for
/// @param commit of the repository; empty for a folder
/// @param sha256 of the whole tree, as it was agreed to
/// @param parts what it brought along, as `kind:name`
public record LockedPlugin(
    String name,
    String version,
    PluginOrigin origin,
    String commit,
    String sha256,
    List<String> parts) {
  public LockedPlugin {
    parts = List.copyOf(parts);
  }

  public Json.Obj json() {
    return Json.object()
        .put("version", version)
        .put("source", origin.json())
        .put("commit", commit.isEmpty() ? null : commit)
        .put("sha256", sha256)
        .put("parts", Json.strings(parts))
        .build();
  }

  static LockedPlugin read(String name, Json.Obj entry) {
    var parts = new ArrayList<String>();
    for (Json each : entry.array("parts")) {
      if (each instanceof Json.Str text) {
        parts.add(text.value());
      }
    }
    return new LockedPlugin(
        name,
        entry.string("version", ""),
        PluginOrigin.read(entry.objectOrEmpty("source")),
        entry.string("commit", ""),
        entry.string("sha256", ""),
        parts);
  }
}
