package dev.tenon.engine.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.engine.StreamRuleLoader;
import dev.tenon.engine.config.ProjectOptions;
import dev.tenon.engine.config.Settings;
import dev.tenon.engine.hook.HookLoader;
import dev.tenon.engine.problem.SetupException;
import dev.tenon.engine.template.PromptTemplates;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Manifests with faults, trees, marketplaces, and the lock.
@Timeout(120)
class PluginStoreTest {
  @TempDir Path temporary;
  private Path plugin;
  private Path home;

  @BeforeEach
  void make() throws IOException {
    plugin = Files.createDirectory(temporary.resolve("plugin")).toRealPath();
    home = temporary.resolve("home");
  }

  private void write(String path, String text) throws IOException {
    Path file = plugin.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private void manifest(String text) throws IOException {
    write(".claude-plugin/plugin.json", text);
  }

  private String fault() {
    try {
      PluginManifest.read(plugin, "");
      return "none";
    } catch (PluginFault fault) {
      return String.valueOf(fault.getMessage());
    }
  }

  @Test
  void aManifestWithAFaultIsOneLineWithTheWayOut() throws Exception {
    assertThat(fault()).contains("is no plugin: it has no .claude-plugin/plugin.json", "{\"name\"");
    manifest("{\n  \"name\": \n}");
    assertThat(fault()).startsWith(".claude-plugin/plugin.json:3: is not valid JSON");
    manifest("[]");
    assertThat(fault())
        .isEqualTo(".claude-plugin/plugin.json:1: must be a JSON object with 'name'");
    manifest("{}");
    assertThat(fault()).contains("plugin.json:1: name is missing; it has letters");
    for (String name :
        List.of("../x", "a:b", "a b", "", "user", "project", "mcp", "x".repeat(49))) {
      manifest("{\n\"name\": \"" + name + "\"}");
      assertThat(fault()).as(name).startsWith(".claude-plugin/plugin.json:2: name '");
    }
  }

  @Test
  void whatAManifestNamesAndCannotBeUsedIsToldAndTheRestIsThere() throws Exception {
    write("agents/one.md", "x");
    write("more/two.md", "x");
    write("hooks/hooks.json", "{}");
    manifest(
        """
        {"name": "demo", "version": "1.0", // a comment
         "agents": ["./more", "../outside", "./missing", 3],
         "commands": {"x": 1},
         "hooks": [{"PreToolUse": []}],
         "mcpServers": {"db": {"command": "true"}},
         "rules": "./more/two.md",
         "outputStyles": "./styles"}
        """);
    PluginManifest read = PluginManifest.read(plugin, "");
    assertThat(read.places(PluginKind.AGENT, "").stream().map(PluginManifest.Place::shown))
        .containsExactly("agents", "more");
    assertThat(read.places(PluginKind.HOOK, "").stream().map(PluginManifest.Place::shown))
        .containsExactly("hooks/hooks.json");
    assertThat(read.places(PluginKind.SERVER, "at").stream().map(PluginManifest.Place::shown))
        .containsExactly("at/.claude-plugin/plugin.json");
    assertThat(read.content(PluginKind.AGENT, "").getFirst().prefix()).isEqualTo("demo:");
    assertThat(read.problems())
        .containsExactly(
            ".claude-plugin/plugin.json:3: commands must be a path or a list of paths, was"
                + " {\"x\":1}",
            ".claude-plugin/plugin.json:2: '../outside' leads out of the plugin; copy what it"
                + " leads to",
            ".claude-plugin/plugin.json:2: './missing' is not there; correct the path or take it"
                + " out",
            ".claude-plugin/plugin.json:2: agents must list paths such as \"./agents\"",
            ".claude-plugin/plugin.json:4: hooks must list paths such as \"./hooks\"",
            ".claude-plugin/plugin.json:6: './more/two.md' is no folder");
    assertThat(read.notes())
        .containsExactly(
            ".claude-plugin/plugin.json:7: 'outputStyles' is not supported; the rest works");
  }

  @Test
  void theTreeChangesWithEveryByteNameAndModeAndLinksStayOut() throws Exception {
    manifest("{\"name\": \"demo\"}");
    write("run.sh", "echo");
    write(".git/config", "x");
    Files.createSymbolicLink(plugin.resolve("out"), Path.of("/etc"));
    PluginTree tree = PluginTree.of(plugin);
    assertThat(tree.files().keySet()).containsExactly(".claude-plugin/plugin.json", "run.sh");
    assertThat(tree.passed()).containsExactly(Map.entry("out", "a link"));
    write("run.sh", "echO");
    PluginTree changed = PluginTree.of(plugin);
    assertThat(changed.sha256()).isNotEqualTo(tree.sha256());
    assertThat(plugin.resolve("run.sh").toFile().setExecutable(true)).isTrue();
    PluginTree executable = PluginTree.of(plugin);
    assertThat(executable.sha256()).isNotEqualTo(changed.sha256());
    Path staged = new PluginStore(home).stage(plugin);
    assertThat(PluginTree.of(staged).sha256()).isEqualTo(executable.sha256());
    assertThat(staged.resolve("out")).doesNotExist();
  }

  @Test
  void onlyWhatTheLockNamesIsUsedAndABrokenOneDoesNotTakeTheOthersAlong() throws Exception {
    assertThat(InstalledPlugins.any(home)).isFalse();
    assertThat(InstalledPlugins.in(home).plugins()).isEmpty();
    var store = new PluginStore(home);
    for (String name : List.of("one", "two")) {
      manifest("{\"name\": \"" + name + "\"}");
      write("agents/a.md", "Look.");
      install(store, name);
    }
    Files.createDirectories(store.folder("stray/.claude-plugin"));
    Files.writeString(store.folder("stray/.claude-plugin/plugin.json"), "{\"name\": \"stray\"}");
    assertThat(InstalledPlugins.in(home).plugins().stream().map(PluginManifest::name))
        .containsExactly("one", "two");
    assertThat(InstalledPlugins.content(home, PluginKind.AGENT)).hasSize(2);

    LockedPlugin again = new PluginStore(home).find("one");
    assertThat(again).isEqualTo(store.all().getFirst());
    assertThat(again.origin().reference()).isEqualTo("v1");
    assertThat(again.parts()).containsExactly("agent:one:a");

    Files.writeString(store.folder("one/.claude-plugin/plugin.json"), "{");
    InstalledPlugins left = InstalledPlugins.in(home);
    assertThat(left.plugins().stream().map(PluginManifest::name)).containsExactly("two");
    assertThat(left.problems().getFirst())
        .contains("the plugin one is left out", "plugin.json:1:", "tenon plugin remove one");
    store.remove("one");
    assertThat(store.folder("one")).doesNotExist();
    assertThat(store.all().stream().map(LockedPlugin::name)).containsExactly("two");
    try (var entries = Files.list(home.resolve("plugins"))) {
      assertThat(entries.map(each -> each.getFileName().toString()).filter(n -> n.startsWith(".")))
          .isEmpty();
    }

    Files.writeString(home.resolve("plugins/plugins.json"), "{\n\n!");
    assertThat(InstalledPlugins.in(home).problems().getFirst())
        .contains("plugins.json:3: is not valid JSON", "add the plugins again");
    Path staged = store.stage(plugin);
    assertThatThrownBy(() -> store.take(staged, locked("two", "x")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("plugins.json is not valid JSON");
    assertThat(PluginManifest.read(store.folder("two"), "").name()).isEqualTo("two");
  }

  @Test
  void commandsRulesAndHooksOfAnInstalledOneAreThereUnderItsName() throws Exception {
    manifest(
        """
        {"name": "demo", "commands": "./one.md",
         "hooks": {"Stop": [{"hooks": [{"type": "command", "command": "true"}]}]}}
        """);
    write("one.md", "Do one");
    write("commands/deep/two.md", "Do two");
    write("rules/word.md", "---\ncondition: TODO\n---\nNot that.");
    var options = ProjectOptions.of(home, Files.createDirectory(temporary.resolve("project")));
    var rules = new Settings.Rules(true, "always", "discard", "once", 10);
    assertThat(new StreamRuleLoader(options, rules).load(line -> {})).isNull();

    install(new PluginStore(home), "demo");
    var templates = new PromptTemplates(options);
    assertThat(templates.find("demo:one").text()).isEqualTo("Do one");
    assertThat(templates.find("demo:deep:two").text()).isEqualTo("Do two");
    assertThat(templates.question()).isEmpty();
    assertThat(new StreamRuleLoader(options, rules).load(line -> {})).isNotNull();
    assertThat(HookLoader.any(options, List.of())).isTrue();
    assertThat(new HookLoader(options, List.of()).usable())
        .singleElement()
        .satisfies(
            hook -> {
              assertThat(hook.kind().shown()).isEqualTo("true");
              assertThat(hook.source().line()).isEqualTo(2);
              assertThat(hook.source().folder()).isEqualTo(home.resolve("plugins/demo"));
            });
  }

  /// What was written into the copy meanwhile, nobody has agreed to.
  @Test
  void aCopyThatHasChangedIsNotUsed() throws Exception {
    manifest(
        """
        {"name": "demo", "hooks": {"Stop": [{"hooks": [{"type": "command", "command": "true"}]}]}}
        """);
    write("run.sh", "one");
    var options = ProjectOptions.of(home, Files.createDirectory(temporary.resolve("project")));
    var store = new PluginStore(home);
    install(store, "demo");
    for (int i = 0; i < 2; i++) {
      assertThat(InstalledPlugins.in(home).plugins()).hasSize(1);
    }
    Path cache = Files.createDirectories(store.folder("demo").resolve("__pycache__"));
    Files.writeString(cache.resolve("x.pyc"), "x");
    assertThat(InstalledPlugins.in(home).plugins()).as("Python's own").hasSize(1);

    Path script = store.folder("demo").resolve("run.sh");
    Files.writeString(script, "two");
    InstalledPlugins changed = InstalledPlugins.in(home);
    assertThat(changed.plugins()).isEmpty();
    assertThat(changed.problems())
        .singleElement()
        .asString()
        .contains(
            "the plugin demo is left out: its files have changed", "tenon plugin update demo");
    var loader = new HookLoader(options, List.of());
    assertThat(loader.usable()).isEmpty();
    assertThat(loader.warnings().toString()).contains("the plugin demo is left out");
    Files.writeString(script, "one");
    assertThat(InstalledPlugins.in(home).plugins()).hasSize(1);
    Files.writeString(store.folder("demo").resolve("more.md"), "x");
    assertThat(InstalledPlugins.in(home).plugins()).as("a new file").isEmpty();
    install(store, "demo");
    assertThat(InstalledPlugins.in(home).plugins()).as("taken anew").hasSize(1);
  }

  private void install(PluginStore store, String name) throws Exception {
    Path staged = store.stage(plugin);
    store.take(staged, locked(name, PluginTree.of(staged).sha256()));
  }

  private static LockedPlugin locked(String name, String sha256) {
    var origin = new PluginOrigin(PluginOrigin.Way.GIT, "https://example.org/x.git", "v1", "");
    return new LockedPlugin(name, "1", origin, "c0ffee", sha256, List.of("agent:" + name + ":a"));
  }

  @Test
  void sourcesAreFoldersAndAddressesAndNothingElse() throws Exception {
    assertThat(PluginOrigin.of(plugin.toString(), "").way()).isEqualTo(PluginOrigin.Way.FOLDER);
    PluginOrigin tagged = PluginOrigin.of("https://example.org/x.git#v2", "");
    assertThat(tagged.location()).isEqualTo("https://example.org/x.git");
    assertThat(tagged.reference()).isEqualTo("v2");
    assertThat(PluginOrigin.of("acme/tools", "").location())
        .isEqualTo("https://github.com/acme/tools.git");
    assertThat(PluginOrigin.of("git@example.org:a/b.git", "").way())
        .isEqualTo(PluginOrigin.Way.GIT);
    for (String word :
        List.of("", "--upload-pack=x", "x.jar", "nothing", "ext::sh -c x", "a/b#-x")) {
      assertThatThrownBy(() -> PluginOrigin.of(word, ""))
          .as(word)
          .isInstanceOf(SetupException.class)
          .extracting(fault -> ((SetupException) fault).kind())
          .isEqualTo(SetupException.Kind.USAGE);
    }
  }

  @Test
  void aMarketplaceOffersFoldersAndRepositoriesAndLeavesOutTheRest() throws Exception {
    write("plugins/one/.claude-plugin/plugin.json", "{\"name\": \"one\"}");
    write(
        "marketplace.json",
        """
        {"name": "m", "metadata": {"pluginRoot": "./plugins"}, "plugins": [
          {"name": "one", "source": "./one", "description": "First"},
          {"name": "far", "source": {"source": "github", "repo": "a/b", "ref": "v1"}},
          {"name": "out", "source": "../../.."},
          {"name": "up", "source": {"source": "github", "repo": "../x"}},
          {"name": "up2", "source": {"source": "github", "repo": "a/.."}},
          {"name": "odd", "source": {"source": "npm", "package": "x"}},
          {"name": "none"},
          7]}
        """);
    Marketplace market = Marketplace.in(plugin);
    assertThat(market).isNotNull();
    assertThat(market.names()).containsExactly("one", "far");
    assertThat(market.offers().getLast().repository()).isEqualTo("https://github.com/a/b.git");
    assertThat(market.problems()).hasSize(6);
    assertThat(market.problems().getFirst())
        .isEqualTo(
            "marketplace.json:4: '../../..' leads out of the marketplace; name a folder in it");
    Path other = Files.createDirectory(temporary.resolve("other"));
    assertThat(Marketplace.in(other)).isNull();
    Files.writeString(
        other.resolve("marketplace.json"),
        "{\"metadata\":\n{\"pluginRoot\": \"../x\"}, \"plugins\": []}");
    assertThatThrownBy(() -> Marketplace.in(other))
        .hasMessageStartingWith("marketplace.json:2: pluginRoot '../x' leads out");
    try (var fetch = new PluginFetch(Map.of())) {
      assertThat(fetch.plugin(PluginOrigin.of(plugin.toString(), "one")).folder())
          .isEqualTo(plugin.resolve("plugins/one"));
      assertThatThrownBy(() -> fetch.plugin(PluginOrigin.of(plugin.toString(), "")))
          .hasMessageContaining("is a marketplace; name the plugin behind it")
          .hasMessageContaining("one, far");
      assertThatThrownBy(() -> fetch.plugin(PluginOrigin.of(plugin.toString(), "onee")))
          .hasMessageContaining("offers no 'onee'");
    }
  }
}
