package dev.tenon.cli.plugin;

import dev.tenon.cli.args.Arguments;
import dev.tenon.cli.args.TenonCommandLine;
import dev.tenon.cli.base.LaunchContext;
import dev.tenon.cli.base.Streams;
import dev.tenon.cli.mcp.McpSetup;
import dev.tenon.cli.report.TextTable;
import dev.tenon.core.json.Json;
import dev.tenon.core.text.IoFailure;
import dev.tenon.engine.config.Configuration;
import dev.tenon.engine.plugin.LockedPlugin;
import dev.tenon.engine.plugin.PluginFault;
import dev.tenon.engine.plugin.PluginFetch;
import dev.tenon.engine.plugin.PluginManifest;
import dev.tenon.engine.plugin.PluginOrigin;
import dev.tenon.engine.plugin.PluginStore;
import dev.tenon.engine.plugin.PluginTree;
import dev.tenon.engine.problem.Nearest;
import dev.tenon.engine.problem.SetupException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// `tenon plugin`: installs plugins after the person has seen what they do, and tells what is
/// installed.
public final class PluginCommand {
  private final LaunchContext context;
  private final Configuration configuration;
  private final Arguments arguments;
  private final Streams streams;
  private final PluginStore store;

  /// What was done with each plugin, for programs.
  private final List<Json> done = new ArrayList<>();

  public PluginCommand(LaunchContext context, Configuration configuration, Streams streams) {
    this.context = context;
    this.configuration = configuration;
    this.arguments = context.arguments();
    this.streams = streams;
    this.store = new PluginStore(context.home());
  }

  public int run() throws SetupException, InterruptedException {
    List<String> words = arguments.operands();
    String action = words.isEmpty() ? "list" : words.getFirst();
    List<String> rest = words.isEmpty() ? words : words.subList(1, words.size());
    try {
      return switch (action) {
        case "list" ->
            rest.isEmpty()
                ? list()
                : new MarketplaceList(context, streams).show(one(action, rest, "marketplace"));
        case "add" -> {
          int code = add(rest);
          done.forEach(each -> streams.out().json(each.pretty()));
          yield code;
        }
        case "show" -> show(installed(one(action, rest, "plugin's name")));
        case "check" -> check(one(action, rest, "folder or jar"));
        case "update" -> update(rest);
        case "remove" -> remove(rest);
        default ->
            throw SetupException.usage(
                "'tenon plugin "
                    + action
                    + "' is nothing; it is 'list', 'add SOURCE', 'show NAME', 'check DIR',"
                    + " 'update [NAME…]' or 'remove NAME…'");
      };
    } catch (IOException failed) {
      throw SetupException.failure("the plugin folder: " + IoFailure.named(failed));
    }
  }

  private static String one(String action, List<String> rest, String what) throws SetupException {
    if (rest.size() != 1) {
      throw SetupException.usage("'tenon plugin " + action + "' takes one " + what);
    }
    return rest.getFirst();
  }

  private PluginReader reader() throws SetupException {
    return new PluginReader(
        configuration.settings().rules(),
        context.environment()::get,
        McpSetup.keyVariables(context, configuration));
  }

  private LockedPlugin installed(String name) throws SetupException {
    LockedPlugin found = store.find(name);
    if (found == null) {
      List<String> names = store.all().stream().map(LockedPlugin::name).toList();
      throw SetupException.usage(
          "there is no plugin '"
              + name
              + "'"
              + Nearest.hint(name, names)
              + "; 'tenon plugin list' shows those that are installed");
    }
    return found;
  }

  private boolean isJson() {
    return arguments.has(TenonCommandLine.JSON);
  }

  // list

  private int list() throws SetupException {
    List<LockedPlugin> all = store.all();
    if (isJson()) {
      var entries = new ArrayList<Json>();
      for (LockedPlugin each : all) {
        entries.add(
            Json.object()
                .put("name", each.name())
                .putAll(each.json())
                .put("state", state(each))
                .build());
      }
      streams.out().json(Json.array(entries).pretty());
    } else if (all.isEmpty()) {
      streams.out().println("There are no plugins; 'tenon plugin add SOURCE' installs one.");
    } else {
      var table = new ArrayList<List<String>>();
      table.add(List.of("NAME", "VERSION", "PARTS", "STATE", "COMMIT", "SOURCE"));
      for (LockedPlugin each : all) {
        table.add(
            List.of(
                each.name(),
                each.version().isEmpty() ? "-" : each.version(),
                Integer.toString(each.parts().size()),
                state(each),
                commit(each.commit()),
                each.origin().shown()));
      }
      streams.out().print(TextTable.of(table, streams.out().reach()));
    }
    return 0;
  }

  private static String commit(String commit) {
    return commit.isEmpty() ? "-" : commit.substring(0, Math.min(12, commit.length()));
  }

  /// Whether the copy is what was agreed to.
  private String state(LockedPlugin plugin) throws SetupException {
    Path folder = store.folder(plugin.name());
    try {
      PluginManifest.read(folder, "");
      return PluginTree.of(folder).sha256().equals(plugin.sha256())
          ? "as installed"
          : "changed since";
    } catch (PluginFault | IOException broken) {
      return "broken";
    }
  }

  // check and show

  private int check(String word) throws SetupException, InterruptedException {
    Path place = Path.of(word).toAbsolutePath().normalize();
    if (Files.isDirectory(place)) {
      return checked(place);
    }
    if (!Files.isRegularFile(place)) {
      throw SetupException.usage("there is no folder or jar " + place);
    }
    try (var fetch = new PluginFetch(context.environment())) {
      return checked(fetch.place(PluginOrigin.of(word, "")).folder());
    }
  }

  private int checked(Path folder) throws SetupException {
    PluginParts parts;
    try {
      parts = reader().read(PluginManifest.read(folder, ""), folder).copied(PluginTree.of(folder));
    } catch (IOException unreadable) {
      throw SetupException.failure(folder + " cannot be read: " + IoFailure.reason(unreadable));
    } catch (PluginFault none) {
      String problem = String.valueOf(none.getMessage());
      if (isJson()) {
        streams
            .out()
            .json(
                Json.object()
                    .put("ok", false)
                    .put("counts", Json.Obj.EMPTY)
                    .put("findings", Json.strings(List.of("error: " + problem)))
                    .build()
                    .pretty());
      } else {
        streams.err().note(problem);
      }
      return 1;
    }
    if (isJson()) {
      streams.out().json(parts.json().build().pretty());
    } else {
      parts.findings().forEach(this::line);
      line(parts.manifest().name() + ": " + parts.counted() + ".");
    }
    return parts.isUsable() ? 0 : 1;
  }

  private int show(LockedPlugin plugin) throws SetupException {
    Path folder = store.folder(plugin.name());
    PluginParts parts;
    try {
      parts = reader().read(PluginManifest.read(folder, ""), folder);
    } catch (PluginFault broken) {
      throw SetupException.failure(String.valueOf(broken.getMessage()));
    }
    if (isJson()) {
      streams
          .out()
          .json(
              parts
                  .json()
                  .put("folder", folder.toString())
                  .put("state", state(plugin))
                  .put("lock", plugin.json())
                  .build()
                  .pretty());
      return 0;
    }
    head(parts, plugin.origin(), plugin.commit());
    line("  " + state(plugin) + ", sha256 " + plugin.sha256() + ", in " + folder);
    body(parts);
    return 0;
  }

  private void head(PluginParts parts, PluginOrigin origin, String commit) {
    PluginManifest manifest = parts.manifest();
    line(
        manifest.name()
            + (manifest.version().isEmpty() ? "" : " " + manifest.version())
            + (manifest.description().isEmpty() ? "" : ": " + manifest.description()));
    line("  from " + origin.shown() + (commit.isEmpty() ? "" : ", commit " + commit));
  }

  private void body(PluginParts parts) {
    parts.parts().forEach(part -> line("  " + part.shown()));
    parts.errors().forEach(error -> line("  left out  " + error));
    parts.warnings().forEach(warning -> line("  note      " + warning));
  }

  // add and update

  private int add(List<String> rest) throws SetupException, InterruptedException, IOException {
    if (rest.isEmpty() || rest.size() > 2) {
      throw SetupException.usage(
          "'tenon plugin add' takes a folder, a jar or a repository, and for a marketplace the"
              + " plugin's name behind it");
    }
    var origin = PluginOrigin.of(rest.getFirst(), rest.size() > 1 ? rest.get(1) : "");
    try (var fetch = new PluginFetch(context.environment())) {
      PluginFetch.Fetched fetched = fetch.plugin(origin);
      Path staged = store.stage(fetched.folder());
      try {
        PluginParts parts = parts(staged, fetched);
        String name = parts.manifest().name();
        if (store.find(name) != null) {
          throw SetupException.usage(
              "the plugin "
                  + name
                  + " is installed already; 'tenon plugin update "
                  + name
                  + "' looks for a newer one, 'tenon plugin remove "
                  + name
                  + "' makes room for another");
        }
        PluginTree tree = PluginTree.of(staged);
        if (!isJson()) {
          head(parts, fetched.origin(), fetched.commit());
          body(parts);
        }
        if (!agrees("Install it?")) {
          return refused(name, "installed", List.of());
        }
        return taken(staged, parts, fetched, tree, "installed", List.of());
      } finally {
        PluginTree.delete(staged);
      }
    }
  }

  private PluginParts parts(Path staged, PluginFetch.Fetched fetched) throws SetupException {
    try {
      PluginManifest manifest = PluginManifest.read(staged, "");
      return reader().read(manifest, store.folder(manifest.name()));
    } catch (PluginFault none) {
      throw SetupException.failure(
          String.valueOf(none.getMessage()).replace(staged.toString(), fetched.origin().shown()));
    }
  }

  private int taken(
      Path staged,
      PluginParts parts,
      PluginFetch.Fetched fetched,
      PluginTree tree,
      String what,
      List<String> difference)
      throws IOException, SetupException {
    var plugin =
        new LockedPlugin(
            parts.manifest().name(),
            parts.manifest().version(),
            fetched.origin(),
            fetched.commit(),
            tree.sha256(),
            parts.ids());
    store.take(staged, plugin);
    if (isJson()) {
      done.add(
          parts
              .json()
              .put(what, true)
              .put("difference", Json.strings(difference))
              .put("lock", plugin.json())
              .build());
    } else {
      line(plugin.name() + " is " + what + ": " + parts.counted() + ".");
      PluginTree.of(fetched.folder())
          .passed()
          .forEach((path, is) -> streams.err().note(path + " is " + is + "; it was not copied"));
    }
    return 0;
  }

  private int refused(String name, String what, List<String> difference) {
    if (isJson()) {
      done.add(
          Json.object()
              .put("name", name)
              .put(what, false)
              .put("difference", Json.strings(difference))
              .build());
    }
    streams
        .err()
        .note(
            name
                + " was not "
                + what
                + (streams.tty().in() ? "" : "; say --yes when you have seen what it does"));
    return 1;
  }

  private int update(List<String> names) throws SetupException, InterruptedException, IOException {
    var wanted = new ArrayList<LockedPlugin>();
    for (String name : names) {
      wanted.add(installed(name));
    }
    int worst = 0;
    for (LockedPlugin each : names.isEmpty() ? store.all() : wanted) {
      try {
        worst = Math.max(worst, update(each));
      } catch (SetupException failed) {
        // The others have their turn all the same.
        streams.err().note(each.name() + ": " + failed.getMessage());
        worst = 1;
      }
    }
    if (isJson()) {
      streams.out().json(Json.array(done).pretty());
    }
    return worst;
  }

  private int update(LockedPlugin plugin) throws SetupException, InterruptedException, IOException {
    Path folder = store.folder(plugin.name());
    try (var fetch = new PluginFetch(context.environment())) {
      PluginFetch.Fetched fetched = fetch.plugin(plugin.origin());
      Path staged = store.stage(fetched.folder());
      try {
        PluginParts after = parts(staged, fetched);
        if (!after.manifest().name().equals(plugin.name())) {
          throw SetupException.failure(
              "the plugin there is called " + after.manifest().name() + " now; add it anew");
        }
        PluginTree tree = PluginTree.of(staged);
        boolean intact = Files.isDirectory(folder) && store.isIntact(plugin.name());
        if (intact && tree.sha256().equals(plugin.sha256())) {
          if (isJson()) {
            done.add(Json.object().put("name", plugin.name()).put("updated", false).build());
          } else {
            line(plugin.name() + " is up to date.");
          }
          return 0;
        }
        // Nobody has agreed to a copy that was changed, so all of what is taken is new.
        List<String> difference =
            PluginDifference.of(
                    intact ? before(folder) : null,
                    intact ? PluginTree.of(folder) : PluginTree.NONE,
                    after,
                    tree)
                .lines();
        if (!intact) {
          String changed = ": its files have changed since you agreed to them; this is all it does";
          streams.err().note(plugin.name() + changed);
        }
        if (!isJson()) {
          head(after, fetched.origin(), fetched.commit());
          difference.forEach(each -> line("  " + each));
          after.errors().forEach(error -> line("  left out  " + error));
        }
        if (!agrees("Take it?")) {
          return refused(plugin.name(), "updated", difference);
        }
        return taken(staged, after, fetched, tree, "updated", difference);
      } finally {
        PluginTree.delete(staged);
      }
    }
  }

  private @Nullable PluginParts before(Path folder) throws SetupException {
    try {
      return reader().read(PluginManifest.read(folder, ""), folder);
    } catch (PluginFault broken) {
      // What cannot be read did nothing, so all of it is new.
      return null;
    }
  }

  private boolean agrees(String question) throws SetupException {
    if (arguments.has(TenonCommandLine.YES)) {
      return true;
    }
    if (!streams.tty().in() || isJson()) {
      return false;
    }
    streams.err().prompt(question + " [y/N]");
    return TypedAnswer.isYes(streams.in());
  }

  // remove

  private int remove(List<String> names) throws SetupException, IOException {
    if (names.isEmpty()) {
      throw SetupException.usage("'tenon plugin remove' takes the name of a plugin");
    }
    for (String name : names) {
      installed(name);
    }
    for (String name : names) {
      store.remove(name);
      if (!isJson()) {
        line(name + " was removed.");
      }
    }
    if (isJson()) {
      streams.out().json(Json.object().put("removed", Json.strings(names)).build().pretty());
    }
    return 0;
  }

  private void line(String text) {
    streams.out().println(streams.out().cell(text));
  }
}
