package dev.tenon.engine.hook;

import dev.tenon.core.text.Sha256;
import dev.tenon.engine.command.HomeFolders;
import dev.tenon.engine.config.Configuration;
import dev.tenon.engine.config.Consent.Decision;
import dev.tenon.engine.config.ProjectOptions;
import dev.tenon.engine.config.value.Origin;
import dev.tenon.engine.content.ItemConsent;
import dev.tenon.engine.content.Questioned;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The hooks of a project and its user: those in the user's `config.yml`, and those that Claude
/// Code's files have, to each of which the user has agreed.
public final class HookLoader implements Questioned {
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
    this(options, written, List.of());
  }

  /// @param further files of plugins, which the user has installed and thereby agreed to
  public HookLoader(
      ProjectOptions options,
      List<Configuration.WrittenHooks> written,
      List<HookFiles.Place> further) {
    this.options = options;
    this.consent = new ItemConsent(options.home());
    for (Configuration.WrittenHooks each : written) {
      var parser = new HookParser(file(each.origin()), owner(each.origin()), null);
      parser.event(each.event(), each.hooks(), line(each.origin()));
      parser.hooks().forEach(hook -> found.add(new Found(hook, null)));
      problems.addAll(parser.problems());
    }
    for (HookFiles.Place place : further) {
      HookFiles.Found read = HookFiles.read(place);
      read.hooks().forEach(hook -> found.add(new Found(hook, null)));
      problems.addAll(read.problems());
    }
    foreign();
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

  /// Whether there may be hooks at all; costs two looks at the disk.
  public static boolean any(ProjectOptions options, List<Configuration.WrittenHooks> written) {
    return !written.isEmpty()
        || Files.isDirectory(options.root().resolve(FOLDER))
        || Files.isDirectory(HomeFolders.home().resolve(FOLDER));
  }

  private void foreign() {
    var files = new ArrayList<HookFiles.Place>();
    Path home = HomeFolders.home();
    for (String name : FILES) {
      Path own = home.resolve(FOLDER).resolve(name);
      files.add(new HookFiles.Place(own, "~/" + FOLDER + "/" + name, Hook.Owner.USER, null));
    }
    if (!options.root().equals(home)) {
      for (String name : FILES) {
        Path file = options.root().resolve(FOLDER).resolve(name);
        files.add(new HookFiles.Place(file, FOLDER + "/" + name, Hook.Owner.PROJECT, null));
      }
    }
    var foreign = new ArrayList<Found>();
    boolean off = false;
    for (HookFiles.Place place : files) {
      if (!Files.isRegularFile(place.file())) {
        continue;
      }
      HookFiles.Found read = HookFiles.read(place);
      off |= read.off();
      problems.addAll(read.problems());
      for (Hook hook : read.hooks()) {
        foreign.add(new Found(hook, item(place.file(), hook)));
      }
    }
    if (off) {
      if (!foreign.isEmpty()) {
        problems.add("disableAllHooks is set: the hooks of Claude Code's files do not run");
      }
    } else {
      found.addAll(foreign);
    }
  }

  /// One changed byte of the hook, or of a script of the project that it runs, asks again.
  private ItemConsent.Item item(Path file, Hook hook) {
    String content = hook.content().compact();
    var whole = new StringBuilder(content);
    if (hook.kind() instanceof Hook.Kind.Command command) {
      for (Path script : new HookScripts(options.root(), hook.source().folder()).of(command)) {
        whole.append('\n').append(script).append(' ').append(hash(script));
      }
    }
    String key = Sha256.of(content).substring(0, 16);
    return new ItemConsent.Item(Path.of(real(file) + "#" + key), Sha256.of(whole.toString()));
  }

  private static Path real(Path file) {
    try {
      return file.toRealPath();
    } catch (IOException gone) {
      return file;
    }
  }

  private static String hash(Path script) {
    try {
      return Files.size(script) > 16 * 1024 * 1024 ? "" : Sha256.of(Files.readAllBytes(script));
    } catch (IOException missing) {
      return "";
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

  @Override
  public Optional<String> question() {
    List<Found> open = undecided();
    if (open.isEmpty()) {
      return Optional.empty();
    }
    var text =
        new StringBuilder("Files of Claude Code have hooks, programs that run by themselves:");
    for (Found each : open) {
      Hook hook = each.hook();
      text.append("\n  ").append(hook.event().label());
      if (!hook.matcher().text().isEmpty()) {
        text.append(' ').append(hook.matcher().text());
      }
      text.append(" (").append(hook.source().place());
      text.append(hook.source().owner() == Hook.Owner.PROJECT ? ", behind the wall): " : "): ");
      text.append(hook.kind().shown());
    }
    return Optional.of(text.toString());
  }

  @Override
  public void decide(Decision decision) throws IOException {
    var items = new ArrayList<ItemConsent.Item>();
    for (Found each : undecided()) {
      if (each.item() != null) {
        items.add(each.item());
      }
    }
    consent.remember(items, decision);
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
              + "; 'tenon hooks list' shows them, --trust runs them for once, and a conversation"
              + " asks about them");
    }
    return warnings;
  }
}
