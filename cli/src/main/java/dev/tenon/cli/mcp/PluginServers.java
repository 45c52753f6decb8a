package dev.tenon.cli.mcp;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.json.LocatedJson;
import dev.tenon.core.text.IoFailure;
import dev.tenon.engine.content.FolderEntry;
import dev.tenon.engine.plugin.InstalledPlugins;
import dev.tenon.engine.plugin.PluginKind;
import dev.tenon.engine.plugin.PluginManifest;
import dev.tenon.protocols.mcp.config.ServerConfig;
import dev.tenon.protocols.mcp.config.ServerFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// The servers of plugins, `PLUGIN_SERVER`. Those of installed ones count as the user's own, since
/// the person saw them then; what cannot be used is left out with its line.
public final class PluginServers {
  private static final String KEY = "mcpServers";
  private static final int LARGEST = 1 << 20;

  /// What stands for the plugin's folder.
  private static final Set<String> ROOTS = Set.of("CLAUDE_PLUGIN_ROOT", "TENON_PLUGIN_ROOT");

  private PluginServers() {}

  static boolean any(Path home) {
    return InstalledPlugins.in(home).plugins().stream()
        .anyMatch(plugin -> !plugin.places(PluginKind.SERVER, "").isEmpty());
  }

  /// The plugin that a server belongs to, or null.
  static @Nullable String owner(Path home, ServerConfig server) {
    for (PluginManifest plugin : InstalledPlugins.in(home).plugins()) {
      if (server.where().startsWith(plugin.folder() + "/")) {
        return plugin.name();
      }
    }
    return null;
  }

  static ServerFile installed(
      Path home, UnaryOperator<@Nullable String> values, Set<String> closed) {
    ServerFile all = ServerFile.NONE;
    for (PluginManifest plugin : InstalledPlugins.in(home).plugins()) {
      Path folder = plugin.folder();
      all = all.and(read(plugin, folder.toString(), folder, values, closed));
    }
    return all;
  }

  /// @param shown how messages call the plugin's folder; empty to name files from there
  /// @param root where the plugin lies when its servers run
  /// @param values the environment
  /// @param closed variables that are not put in
  public static ServerFile read(
      PluginManifest plugin,
      String shown,
      Path root,
      UnaryOperator<@Nullable String> values,
      Set<String> closed) {
    ServerFile servers = ServerFile.NONE;
    var faults = new ArrayList<String>();
    UnaryOperator<@Nullable String> all =
        name -> name != null && ROOTS.contains(name) ? root.toString() : values.apply(name);
    for (PluginManifest.Place place : plugin.places(PluginKind.SERVER, shown)) {
      String file = place.shown();
      try {
        LocatedJson json = LocatedJson.parse(FolderEntry.text(place.path(), LARGEST));
        Json.Obj top = json.value() instanceof Json.Obj object ? object : Json.Obj.EMPTY;
        boolean below = top.has(KEY) || place.path().equals(plugin.file());
        if (!((below ? top.get(KEY) : json.value()) instanceof Json.Obj entries)) {
          faults.add(file + ":1: " + KEY + " must be an object of servers by their names");
          continue;
        }
        for (Map.Entry<String, Json> each : entries.members().entrySet()) {
          String name = plugin.name() + "_" + each.getKey();
          Map<String, Json> entry = Map.of(name, each.getValue());
          ServerFile read = ServerFile.of(entry, "", ServerConfig.Owner.USER, file, all, closed);
          servers = servers.and(new ServerFile(read.servers(), List.of()));
          int line = json.line((below ? "/" + KEY + "/" : "/") + each.getKey());
          faults.addAll(located(read.faults(), file, line));
        }
      } catch (IOException unreadable) {
        faults.add(file + ":1: cannot be read: " + IoFailure.reason(unreadable));
      } catch (JsonException malformed) {
        faults.add(
            file
                + ":"
                + Math.max(1, malformed.line())
                + ": is not valid JSON: "
                + malformed.getMessage());
      }
    }
    return servers.and(new ServerFile(List.of(), faults));
  }

  private static List<String> located(List<String> faults, String file, int line) {
    return faults.stream()
        .map(fault -> file + ":" + line + fault.substring(file.length()))
        .toList();
  }
}
