package dev.tenon.cli.plugin;

import dev.tenon.core.agent.AgentEvent;
import dev.tenon.core.text.IoFailure;
import dev.tenon.core.tool.Tool;
import dev.tenon.core.tool.ToolShelf;
import dev.tenon.engine.ProjectConversation;
import dev.tenon.engine.plugin.ForeignTool;
import dev.tenon.engine.plugin.InstalledPlugins;
import dev.tenon.engine.plugin.LockedPlugin;
import dev.tenon.engine.plugin.PluginFault;
import dev.tenon.engine.plugin.PluginJar;
import dev.tenon.engine.plugin.PluginKind;
import dev.tenon.engine.plugin.PluginManifest;
import dev.tenon.engine.plugin.PluginStore;
import dev.tenon.engine.plugin.PluginTree;
import dev.tenon.engine.problem.SetupException;
import dev.tenon.sdk.TenonPlugin;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The plugins made of code that one conversation has. Each jar has a class loader of its own; one
/// that is broken, or is not what was agreed to, is left out with a line. Ends with the
/// conversation.
public final class JarPlugins implements Consumer<AgentEvent>, AutoCloseable {
  /// All that were made; they are told of the end.
  private final List<Loaded> loaded = new CopyOnWriteArrayList<>();

  /// Those that hear what happens.
  private final List<Loaded> listening = new CopyOnWriteArrayList<>();

  private final List<URLClassLoader> loaders = new ArrayList<>();
  private final Consumer<String> notes;

  private JarPlugins(Consumer<String> notes) {
    this.notes = notes;
  }

  /// @param jar that it came from
  private record Loaded(String name, PluginJar jar, TenonPlugin plugin) {}

  /// Something that code of a plugin does.
  private interface Work {
    void run();
  }

  /// Loads them; null where there are none.
  ///
  /// @param home the state folder
  /// @param notes gets a line about each that cannot be used
  public static @Nullable JarPlugins load(Path home, Consumer<String> notes) {
    if (!InstalledPlugins.any(home)) {
      return null;
    }
    JarPlugins plugins = null;
    for (PluginManifest plugin : InstalledPlugins.in(home).plugins()) {
      List<PluginManifest.Place> jars = plugin.places(PluginKind.JAR, plugin.folder().toString());
      if (!jars.isEmpty()) {
        plugins = plugins == null ? new JarPlugins(notes) : plugins;
        plugins.load(home, plugin, jars);
      }
    }
    return plugins;
  }

  /// Loads what one plugin has and lets go of it, as a start does. Answers how many milliseconds
  /// that took.
  ///
  /// @param notes gets a line about each jar that cannot be used
  public static long tried(Path home, PluginManifest plugin, Consumer<String> notes) {
    List<PluginManifest.Place> jars = plugin.places(PluginKind.JAR, plugin.folder().toString());
    long before = System.nanoTime();
    if (!jars.isEmpty()) {
      try (var plugins = new JarPlugins(notes)) {
        plugins.load(home, plugin, jars);
      }
    }
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - before);
  }

  private void load(Path home, PluginManifest plugin, List<PluginManifest.Place> jars) {
    try {
      LockedPlugin locked = new PluginStore(home).find(plugin.name());
      if (locked == null || !PluginTree.of(plugin.folder()).sha256().equals(locked.sha256())) {
        leftOut(
            plugin.name(),
            "its files have changed since you agreed to them; 'tenon plugin update "
                + plugin.name()
                + "' shows the difference");
        return;
      }
      for (PluginManifest.Place jar : jars) {
        load(plugin.name(), PluginJar.read(jar.path(), jar.shown()), jar.path());
      }
    } catch (PluginFault | SetupException unusable) {
      leftOut(plugin.name(), String.valueOf(unusable.getMessage()));
    } catch (IOException unreadable) {
      leftOut(plugin.name(), IoFailure.reason(unreadable));
    }
  }

  private void load(String name, PluginJar jar, Path file) throws IOException {
    var loader =
        new URLClassLoader(
            "plugin-" + name, new URL[] {file.toUri().toURL()}, TenonPlugin.class.getClassLoader());
    loaders.add(loader);
    Throwable thrown =
        thrown(
            () ->
                ServiceLoader.load(TenonPlugin.class, loader).stream()
                    .filter(provider -> loader.equals(provider.type().getClassLoader()))
                    .forEach(
                        provider -> {
                          var made = new Loaded(name, jar, provider.get());
                          loaded.add(made);
                          listening.add(made);
                        }));
    if (thrown != null) {
      failed(name, thrown);
    }
  }

  /// Gives their tools to the conversation, which has begun: only then is it clear whether a name
  /// is free.
  public void offer(ProjectConversation conversation) {
    for (Loaded each : loaded) {
      var tools = new ArrayList<Tool<?>>();
      var owner = new ForeignTool.Owner("of the plugin " + each.name(), line -> {});
      Throwable thrown =
          thrown(
              () -> {
                for (Tool<?> tool : each.plugin().tools(conversation.project().root())) {
                  tools.add(ForeignTool.of(tool, owner));
                }
              });
      if (thrown == null) {
        offer(each, tools, conversation);
      } else {
        listening.remove(each);
        failed(each.name(), thrown);
      }
    }
  }

  private void offer(Loaded from, List<Tool<?>> tools, ProjectConversation conversation) {
    for (Tool<?> tool : tools) {
      String name = tool.name();
      List<String> declared = from.jar().tools();
      if (!declared.isEmpty() && !declared.contains(name)) {
        notes.accept(
            "the tool "
                + name
                + " of the plugin "
                + from.name()
                + " is left out: it is not among those that the jar declares (Tenon-Tools)");
      } else if (!conversation.add(tool, ToolShelf.Place.UP_FRONT)) {
        notes.accept(
            "the tool "
                + name
                + " of the plugin "
                + from.name()
                + " is left out: a tool of that name is there already, or off");
      }
    }
  }

  private void leftOut(String name, String why) {
    notes.accept("the plugin " + name + " is left out: " + why);
  }

  private void failed(String name, Throwable thrown) {
    notes.accept("the plugin " + name + " is left out, its code failed: " + thrown);
  }

  /// Code of others may throw anything. Answers what it has thrown; null for nothing.
  private static @Nullable Throwable thrown(Work work) {
    try {
      work.run();
      return null;
    } catch (Throwable thrown) {
      return thrown;
    }
  }

  @Override
  public void accept(AgentEvent event) {
    listening.removeIf(each -> !hears(each, event));
  }

  /// Answers whether it goes on listening.
  private boolean hears(Loaded listener, AgentEvent event) {
    Throwable thrown = thrown(() -> listener.plugin().hear(event));
    if (thrown != null) {
      notes.accept(
          "the plugin "
              + listener.name()
              + " failed when it heard what happens, and hears nothing more; its tools stay: "
              + thrown);
    }
    return thrown == null;
  }

  @Override
  public void close() {
    listening.clear();
    for (Loaded each : loaded) {
      Throwable thrown = thrown(each.plugin()::close);
      if (thrown != null) {
        notes.accept("the plugin " + each.name() + " failed at its end: " + thrown);
      }
    }
    for (URLClassLoader loader : loaders) {
      try {
        loader.close();
      } catch (IOException left) {
        notes.accept("a plugin's jar cannot be closed: " + IoFailure.reason(left));
      }
    }
  }
}
