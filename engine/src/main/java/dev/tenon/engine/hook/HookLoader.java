package dev.tenon.engine.hook;

import dev.tenon.core.text.Sha256;
import dev.tenon.core.text.VisibleText;
import dev.tenon.engine.command.HomeFolders;
import dev.tenon.engine.config.Configuration;
import dev.tenon.engine.config.Consent.Decision;
import dev.tenon.engine.config.ProjectOptions;
import dev.tenon.engine.config.value.Origin;
import dev.tenon.engine.content.ItemConsent;
import dev.tenon.engine.content.OtherTool;
import dev.tenon.engine.content.Questioned;
import dev.tenon.engine.plugin.InstalledPlugins;
import dev.tenon.engine.plugin.PluginKind;
import dev.tenon.engine.plugin.PluginManifest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The hooks of a project and its user: those in the user's `config.yml`, and those that Claude
/// Code's files have, to each of which the user has agreed. None runs once a file of the project
/// has changed that it was let in with.
public final class HookLoader {
  private static final String FOLDER = ".claude";
  private static final List<String> FILES = List.of("settings.json", "settings.local.json");

  private final ProjectOptions options;
  private final ItemConsent consent;
  private final List<Found> found = new ArrayList<>();
  private final List<String> problems = new ArrayList<>();

  /// @param item what the user has to agree to; null where that is not needed
  private record Found(Hook hook, ItemConsent.@Nullable Item item) {}

  /// What a hook is in a listing.
  public enum State {
    USABLE,
    /// Nobody has decided about it.
    UNDECIDED,
    /// The user does not want it.
    DECLINED
  }

  /// A hook that was found.
  public record Listed(Hook hook, State state) {}

  public HookLoader(ProjectOptions options, List<Configuration.WrittenHooks> written) {
    this(options, written, Set.of());
  }

  /// @param off programs whose files in the project are not looked at
  public HookLoader(
      ProjectOptions options, List<Configuration.WrittenHooks> written, Set<OtherTool> off) {
    this(options, written, InstalledPlugins.in(options.home()), off);
  }

  private HookLoader(
      ProjectOptions options,
      List<Configuration.WrittenHooks> written,
      InstalledPlugins plugins,
      Set<OtherTool> off) {
    this(options, written, ofPlugins(plugins), off);
    problems.addAll(plugins.problems());
  }

  private static List<HookFiles.Place> ofPlugins(InstalledPlugins plugins) {
    var places = new ArrayList<HookFiles.Place>();
    for (PluginManifest plugin : plugins.plugins()) {
      places.addAll(places(plugin, plugin.folder().toString()));
    }
    return places;
  }

  /// The files of a plugin with hooks, which count as the user's own.
  ///
  /// @param shown how messages call the plugin's folder; empty to name files from there
  public static List<HookFiles.Place> places(PluginManifest plugin, String shown) {
    var places = new ArrayList<HookFiles.Place>();
    for (PluginManifest.Place each : plugin.places(PluginKind.HOOK, shown)) {
      places.add(new HookFiles.Place(each.path(), each.shown(), Hook.Owner.USER, plugin.folder()));
    }
    return places;
  }

  /// @param further files of plugins, which the user has installed and thereby agreed to
  public HookLoader(
      ProjectOptions options,
      List<Configuration.WrittenHooks> written,
      List<HookFiles.Place> further,
      Set<OtherTool> off) {
    this(options, written, further, off, HomeFolders.home());
  }

  /// @param home the user's home folder, where Claude Code's own files are
  HookLoader(
      ProjectOptions options,
      List<Configuration.WrittenHooks> written,
      List<HookFiles.Place> further,
      Set<OtherTool> off,
      Path home) {
    this.options = options;
    this.consent = new ItemConsent(options.home());
    for (Configuration.WrittenHooks each : written) {
      var parser = new HookParser(file(each.origin()), owner(each.origin()), null);
      parser.event(each.event(), each.hooks(), line(each.origin()));
      parser.hooks().forEach(hook -> found.add(ofConfiguration(each.origin(), hook)));
      problems.addAll(parser.problems());
    }
    for (HookFiles.Place place : further) {
      HookFiles.Found read = HookFiles.read(place);
      read.hooks().forEach(hook -> found.add(new Found(hook, null)));
      problems.addAll(read.problems());
    }
    foreign(off, home);
  }

  private static String file(Origin origin) {
    return switch (origin) {
      case Origin.UserFile user -> user.file();
      case Origin.ProjectFile project -> project.file();
      case Origin.Default ignored -> "defaults";
      case Origin.Environment environment -> environment.describe();
      case Origin.Flag flag -> flag.describe();
    };
  }

  private static int line(Origin origin) {
    return switch (origin) {
      case Origin.UserFile user -> user.line();
      case Origin.ProjectFile project -> project.line();
      case Origin.Default ignored -> 0;
      case Origin.Environment ignored -> 0;
      case Origin.Flag ignored -> 0;
    };
  }

  private static Hook.Owner owner(Origin origin) {
    return origin instanceof Origin.ProjectFile ? Hook.Owner.PROJECT : Hook.Owner.USER;
  }

  /// Whether there may be hooks at all; costs three looks at the disk.
  public static boolean any(ProjectOptions options, List<Configuration.WrittenHooks> written) {
    return !written.isEmpty()
        || Files.isDirectory(options.root().resolve(FOLDER))
        || Files.isDirectory(HomeFolders.home().resolve(FOLDER))
        || InstalledPlugins.any(options.home());
  }

  /// A project's file switches off what the project brings along, and never what the user has.
  private void foreign(Set<OtherTool> off, Path home) {
    var files = new ArrayList<HookFiles.Place>();
    for (String name : FILES) {
      Path own = home.resolve(FOLDER).resolve(name);
      files.add(new HookFiles.Place(own, "~/" + FOLDER + "/" + name, Hook.Owner.USER, null));
    }
    if (!options.root().equals(home) && !off.contains(OtherTool.CLAUDE)) {
      for (String name : FILES) {
        Path file = options.root().resolve(FOLDER).resolve(name);
        files.add(new HookFiles.Place(file, FOLDER + "/" + name, Hook.Owner.PROJECT, null));
      }
    }
    var foreign = new ArrayList<Found>();
    var switchedOff = new TreeMap<Hook.Owner, String>();
    for (HookFiles.Place place : files) {
      if (!Files.exists(place.file(), LinkOption.NOFOLLOW_LINKS)) {
        continue;
      }
      if (place.owner() == Hook.Owner.PROJECT && leadsOut(place.file())) {
        problems.add(place.shown() + ":1: leads out of the project; its hooks do not run");
        continue;
      }
      HookFiles.Found read = HookFiles.read(place);
      if (read.off()) {
        switchedOff.putIfAbsent(place.owner(), place.shown());
      }
      problems.addAll(read.problems());
      for (Hook hook : read.hooks()) {
        foreign.add(withItem(place.file(), hook));
      }
    }
    String byUser = switchedOff.get(Hook.Owner.USER);
    if (byUser != null) {
      if (!foreign.isEmpty()) {
        problems.add(
            byUser + ": disableAllHooks is set: the hooks of Claude Code's files do not run");
      }
      return;
    }
    String byProject = switchedOff.get(Hook.Owner.PROJECT);
    if (byProject != null) {
      problems.add(
          byProject
              + ": disableAllHooks is set: no hook of the project's .claude folder runs; your own"
              + " hooks do");
      foreign.removeIf(each -> each.hook().source().owner() == Hook.Owner.PROJECT);
    }
    found.addAll(foreign);
  }

  private boolean leadsOut(Path file) {
    try {
      return !file.toRealPath().startsWith(options.root().toRealPath());
    } catch (IOException unreadable) {
      // Whoever reads it tells why it cannot be read.
      return false;
    }
  }

  /// The user has agreed to a project's configuration, but not to the files that it names.
  private Found ofConfiguration(Origin origin, Hook hook) {
    return switch (origin) {
      case Origin.ProjectFile ignored -> {
        Found whole = withItem(options.projectFile(), hook);
        HookSeal seal = whole.hook().seal();
        yield seal == null || seal.isEmpty() ? new Found(hook, null) : whole;
      }
      case Origin.Default ignored -> new Found(sealed(hook, HookSeal.Extent.RUN), null);
      case Origin.UserFile ignored -> new Found(sealed(hook, HookSeal.Extent.RUN), null);
      case Origin.Environment ignored -> new Found(sealed(hook, HookSeal.Extent.RUN), null);
      case Origin.Flag ignored -> new Found(sealed(hook, HookSeal.Extent.RUN), null);
    };
  }

  /// With what its files are now, which it is never to run without.
  private Hook sealed(Hook hook, HookSeal.Extent extent) {
    if (!(hook.kind() instanceof Hook.Kind.Command command)) {
      return hook;
    }
    var seal = new HookSeal(extent, scripts(hook), command);
    return extent == HookSeal.Extent.RUN && seal.isEmpty() ? hook : hook.sealed(seal);
  }

  private HookScripts scripts(Hook hook) {
    return new HookScripts(options.root(), hook.source().folder());
  }

  /// One changed byte of the hook, or of a file of the project that it runs or reads, asks again.
  private Found withItem(Path file, Hook found) {
    Hook hook = sealed(found, HookSeal.Extent.NAMED);
    String content = hook.content().compact();
    var whole = new StringBuilder(content);
    HookSeal seal = hook.seal();
    if (seal != null) {
      seal.lines().forEach(line -> whole.append('\n').append(line));
    }
    String key = Sha256.of(content).substring(0, 16);
    return new Found(
        hook,
        new ItemConsent.Item(
            ItemConsent.Kind.HOOK,
            hook.event().label() + "@" + hook.source().place(),
            Path.of(real(file) + "#" + key),
            Sha256.of(whole.toString())));
  }

  /// Where Claude Code keeps what is the user's, as decisions call it.
  public static Path userFolder() {
    return real(HomeFolders.home().resolve(FOLDER));
  }

  private static Path real(Path file) {
    try {
      return file.toRealPath();
    } catch (IOException gone) {
      return file;
    }
  }

  private State state(Found each) {
    ItemConsent.Item item = each.item();
    if (item == null || options.trust() == ProjectOptions.Trust.EVERYTHING) {
      return State.USABLE;
    }
    return switch (consent.remembered(item)) {
      case ACCEPTED -> State.USABLE;
      case DECLINED -> State.DECLINED;
      case UNDECIDED -> State.UNDECIDED;
    };
  }

  /// Everything that was found, the user's own first.
  public List<Listed> listed() {
    var listed = new ArrayList<Listed>();
    found.forEach(each -> listed.add(new Listed(each.hook(), state(each))));
    return listed;
  }

  /// What of the project a hook runs; empty for nothing. Elsewhere it would run whatever has that
  /// name there.
  public Optional<String> ofProject(Hook hook) {
    return hook.kind() instanceof Hook.Kind.Command command
        ? scripts(hook).ofProject(command)
        : Optional.empty();
  }

  /// Those that run.
  public List<Hook> usable() {
    var usable = new ArrayList<Hook>();
    for (Found each : found) {
      if (state(each) == State.USABLE) {
        usable.add(each.hook());
      }
    }
    return usable;
  }

  private List<Found> undecided() {
    var open = new ArrayList<Found>();
    for (Found each : found) {
      if (state(each) == State.UNDECIDED) {
        open.add(each);
      }
    }
    return open;
  }

  /// What a person has to decide about, one by one: each is a program that runs by itself.
  public List<Questioned> questions() {
    var questions = new ArrayList<Questioned>();
    for (Found each : undecided()) {
      questions.add(new Question(each));
    }
    return questions;
  }

  /// About one hook.
  private final class Question implements Questioned {
    private final Found found;

    Question(Found found) {
      this.found = found;
    }

    @Override
    public Optional<String> question() {
      if (state(found) != State.UNDECIDED) {
        return Optional.empty();
      }
      Hook hook = found.hook();
      ItemConsent.Item item = found.item();
      String matcher = hook.occasion();
      return Optional.of(
          (item != null && item.path().startsWith(options.root().resolve(".tenon"))
                  ? "The project's configuration has a hook that runs or reads files of the"
                      + " project:"
                  : "A file of Claude Code has a hook, a program that runs by itself:")
              + "\n  "
              + VisibleText.line(
                  hook.event().label()
                      + (matcher.isEmpty() ? "" : " " + matcher)
                      + " ("
                      + hook.source().place()
                      + (hook.source().owner() == Hook.Owner.PROJECT
                          ? ", behind the wall): "
                          : "): ")
                      + hook.kind().shown()));
    }

    @Override
    public void decide(Decision decision) throws IOException {
      ItemConsent.Item item = found.item();
      if (item != null) {
        consent.remember(List.of(item), decision);
      }
    }
  }

  /// What is wrong with the files, one line each, and what was not used.
  public List<String> warnings() {
    var warnings = new ArrayList<>(problems);
    List<Found> open = undecided();
    if (!open.isEmpty()) {
      warnings.add(
          (open.size() == 1 ? "a hook" : open.size() + " hooks")
              + " that you have not agreed to "
              + (open.size() == 1 ? "does" : "do")
              + " not run: "
              + String.join(
                  ", ", open.stream().map(each -> each.hook().source().place()).limit(5).toList())
              + (open.size() > 5 ? " and " + (open.size() - 5) + " more" : "")
              + "; 'tenon hooks list' shows them, --trust runs them for once, and a conversation"
              + " asks about them");
    }
    return warnings;
  }
}
