package dev.tenon.engine.plugin;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.json.JsonFile;
import dev.tenon.core.text.IoFailure;
import dev.tenon.engine.problem.SetupException;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The plugins in the state folder: a copy of each in `plugins/NAME`, and `plugins/plugins.json`,
/// the lock, which says where each came from and what exactly was agreed to. A folder that the lock
/// does not name is not used.
public final class PluginStore {
  private static final String ENTRIES = "plugins";
  private static final String NEW = ".new-";

  private final Path folder;
  private final JsonFile lock;

  /// @param home the state folder
  public PluginStore(Path home) {
    this.folder = home.resolve("plugins");
    this.lock = new JsonFile(lock(home));
  }

  static Path lock(Path home) {
    return home.resolve("plugins").resolve("plugins.json");
  }

  /// Where a plugin of that name lies when it is installed.
  public Path folder(String name) {
    return folder.resolve(name);
  }

  /// What is installed, in order of the names.
  public List<LockedPlugin> all() throws SetupException {
    try {
      var entries = new TreeMap<String, LockedPlugin>();
      lock.read()
          .objectOrEmpty(ENTRIES)
          .members()
          .forEach(
              (name, value) -> {
                if (value instanceof Json.Obj entry) {
                  entries.put(name, LockedPlugin.read(name, entry));
                }
              });
      return List.copyOf(entries.values());
    } catch (IOException unreadable) {
      throw SetupException.failure(
          lock.path() + " cannot be read: " + IoFailure.reason(unreadable));
    } catch (JsonException malformed) {
      throw SetupException.failure(
          lock.path()
              + ":"
              + Math.max(1, malformed.line())
              + ": is not valid JSON: "
              + malformed.getMessage()
              + "; no plugin is used. Correct it, or remove it and add the plugins again");
    }
  }

  public @Nullable LockedPlugin find(String name) throws SetupException {
    for (LockedPlugin each : all()) {
      if (each.name().equals(name)) {
        return each;
      }
    }
    return null;
  }

  /// Whether the copy of a plugin is what was agreed to.
  public boolean isIntact(String name) throws SetupException, IOException {
    LockedPlugin locked = find(name);
    return locked != null && PluginTree.of(folder(name)).sha256().equals(locked.sha256());
  }

  /// The same for a start, which has no time: the content is read only when something was written
  /// since the last comparison.
  boolean seemsIntact(LockedPlugin locked) throws SetupException, IOException {
    return new PluginStamps(folder).isIntact(folder(locked.name()), locked);
  }

  /// Copies a folder to where it can be looked at and then taken: what a person is shown is what is
  /// installed. Whoever does not take it deletes it.
  public Path stage(Path from) throws IOException, SetupException {
    Files.createDirectories(folder);
    forgotten();
    Path staged = Files.createTempDirectory(folder, NEW);
    try {
      PluginTree.copy(from, staged);
    } catch (IOException | SetupException failed) {
      PluginTree.delete(staged);
      throw failed;
    }
    return staged;
  }

  /// Copies that somebody left behind by ending the program at the question.
  private void forgotten() throws IOException {
    Instant old = Instant.now().minus(Duration.ofDays(1));
    var all = new ArrayList<Path>();
    try (DirectoryStream<Path> left = Files.newDirectoryStream(folder, NEW + "*")) {
      left.forEach(all::add);
    }
    for (Path each : all) {
      if (Files.getLastModifiedTime(each).toInstant().isBefore(old)) {
        PluginTree.delete(each);
      }
    }
  }

  /// Installs what was staged, in the place of what is there.
  public void take(Path staged, LockedPlugin plugin) throws IOException {
    Path target = folder(plugin.name());
    Path aside = Files.createTempDirectory(folder, NEW);
    Path before = aside.resolve("before");
    try {
      if (Files.exists(target)) {
        Files.move(target, before);
      }
      try {
        Files.move(staged, target);
        write(plugin.name(), plugin.json());
      } catch (IOException failed) {
        if (Files.exists(before)) {
          PluginTree.delete(target);
          Files.move(before, target);
        }
        throw failed;
      }
    } finally {
      PluginTree.delete(aside);
    }
  }

  public void remove(String name) throws IOException {
    write(name, null);
    PluginTree.delete(folder(name));
  }

  private void write(String name, Json.@Nullable Obj entry) throws IOException {
    try {
      lock.revise(
          content -> {
            Map<String, Json> entries =
                new LinkedHashMap<>(content.objectOrEmpty(ENTRIES).members());
            entries.remove(name);
            if (entry != null) {
              entries.put(name, entry);
            }
            return content.with(ENTRIES, new Json.Obj(entries));
          });
    } catch (JsonException malformed) {
      throw new IOException(
          lock.path() + " is not valid JSON: " + malformed.getMessage(), malformed);
    }
  }
}
