package dev.tenon.engine.plugin;

import dev.tenon.core.text.IoFailure;
import dev.tenon.engine.content.ContentPlaces;
import dev.tenon.engine.problem.SetupException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The plugins that the user has installed, in order of their names. Where there are none, that
/// costs one look at the disk. One that cannot be read, or is not what was agreed to any more, is
/// left out with a line.
///
/// @param problems with file, line and way out
public record InstalledPlugins(List<PluginManifest> plugins, List<String> problems) {
  private static final InstalledPlugins NONE = new InstalledPlugins(List.of(), List.of());

  public InstalledPlugins {
    plugins = List.copyOf(plugins);
    problems = List.copyOf(problems);
  }

  /// Whether there may be any; one look at the disk.
  public static boolean any(Path home) {
    return Files.exists(PluginStore.lock(home));
  }

  /// @param home the state folder
  public static InstalledPlugins in(Path home) {
    if (!any(home)) {
      return NONE;
    }
    var store = new PluginStore(home);
    var plugins = new ArrayList<PluginManifest>();
    var problems = new ArrayList<String>();
    try {
      for (LockedPlugin locked : store.all()) {
        Path folder = store.folder(locked.name());
        try {
          PluginManifest manifest = PluginManifest.read(folder, folder.toString());
          if (store.seemsIntact(locked)) {
            plugins.add(manifest);
            problems.addAll(manifest.problems());
          } else {
            problems.add(
                "the plugin "
                    + locked.name()
                    + " is left out: its files have changed since you agreed to them;"
                    + " 'tenon plugin update "
                    + locked.name()
                    + "' shows what it does and takes it anew");
          }
        } catch (IOException unreadable) {
          problems.add(
              "the plugin "
                  + locked.name()
                  + " is left out: it cannot be read: "
                  + IoFailure.named(unreadable));
        } catch (PluginFault broken) {
          problems.add(
              "the plugin "
                  + locked.name()
                  + " is left out: "
                  + broken.getMessage()
                  + " ('tenon plugin remove "
                  + locked.name()
                  + "' forgets it)");
        }
      }
    } catch (SetupException unreadable) {
      problems.add(String.valueOf(unreadable.getMessage()));
    }
    return new InstalledPlugins(plugins, problems);
  }

  /// Where parts of a kind lie that are files of content.
  public static List<ContentPlaces.Place> content(Path home, PluginKind kind) {
    var all = new ArrayList<ContentPlaces.Place>();
    for (PluginManifest plugin : in(home).plugins()) {
      all.addAll(plugin.content(kind, plugin.folder().toString()));
    }
    return all;
  }
}
