package dev.tenon.engine.plugin;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.json.JsonFile;
import dev.tenon.engine.problem.SetupException;
import java.io.IOException;
import java.nio.file.Path;

/// Remembers what the files of installed plugins looked like when their content was last compared
/// with the lock (`plugins/stamps.json`), so that a start need not read all of them.
final class PluginStamps {
  private final JsonFile file;

  /// @param folder of all plugins
  PluginStamps(Path folder) {
    this.file = new JsonFile(folder.resolve("stamps.json"));
  }

  /// Whether a plugin's files are those that were agreed to.
  boolean isIntact(Path folder, LockedPlugin locked) throws IOException, SetupException {
    // Before the content, so that a change in between is seen the next time.
    String stamp = PluginTree.stamp(folder);
    String known = locked.sha256() + " " + stamp;
    if (remembered(locked.name()).equals(known)) {
      return true;
    }
    if (!PluginTree.of(folder).sha256().equals(locked.sha256())) {
      return false;
    }
    try {
      file.change(content -> content.with(locked.name(), Json.of(known)));
    } catch (IOException unwritable) {
      // The files are read again at the next start.
    }
    return true;
  }

  private String remembered(String name) {
    try {
      return file.read().string(name, "");
    } catch (IOException | JsonException unreadable) {
      return "";
    }
  }
}
