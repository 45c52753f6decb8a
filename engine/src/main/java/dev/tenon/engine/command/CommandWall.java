package dev.tenon.engine.command;

import dev.tenon.core.exec.sandbox.Bounds;
import dev.tenon.core.exec.sandbox.ClosedPrograms;
import dev.tenon.core.exec.sandbox.ProgramFinder;
import dev.tenon.core.exec.sandbox.Sandbox;
import dev.tenon.core.exec.shell.Confinement;
import dev.tenon.core.exec.shell.Need;
import dev.tenon.core.exec.shell.Reach;
import dev.tenon.core.permission.Enforcement;
import dev.tenon.core.permission.Mode;
import dev.tenon.core.permission.Rule;
import dev.tenon.core.permission.Rules;
import dev.tenon.core.workspace.path.Root;
import dev.tenon.engine.config.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The wall around the commands of a project: one sandbox, and for each mode the confinement that
/// the settings want: nothing writable in mode plan; in mode full, unless configured, one that
/// closes what rules deny and nothing else, and none where they deny nothing. A sandbox is made
/// when the first command asks for it. Safe for several threads.
public final class CommandWall implements AutoCloseable {
  private final Settings.Sandbox settings;
  private final Path state;
  private final List<Root> roots;
  private final Rules rules;
  private @Nullable Sandbox sandbox;
  private @Nullable Sandbox closing;
  private @Nullable Sandbox workers;
  private volatile String elsewhere = "";

  /// @param state Tenon's own folder
  /// @param rules whose denied paths commands must not see
  public CommandWall(Settings.Sandbox settings, Path state, List<Root> roots, Rules rules) {
    this.settings = settings;
    this.state = state;
    this.roots = List.copyOf(roots);
    this.rules = rules;
  }

  /// The sandbox, whether it is in force in a mode or not.
  public synchronized Sandbox sandbox() {
    Sandbox known = sandbox;
    if (known == null) {
      known = new Sandbox(choice(), bounds());
      sandbox = known;
    }
    return known;
  }

  /// The wall of mode full, which closes what the rules deny.
  public synchronized Sandbox closing() {
    Sandbox known = closing;
    if (known == null) {
      known = new Sandbox(choice(), bounds().closingOnly());
      closing = known;
    }
    return known;
  }

  /// The wall around workers, behind which nothing can be changed.
  ///
  /// @param shown what they have to see, wherever it lies; of the first call
  public synchronized Sandbox workers(List<Path> shown) {
    Sandbox known = workers;
    if (known == null) {
      known = new Sandbox(choice(), bounds().looking().showing(shown));
      workers = known;
    }
    return known;
  }

  private Sandbox.Choice choice() {
    return Sandbox.Choice.valueOf(settings.kind().toUpperCase(Locale.ROOT));
  }

  private Bounds bounds() {
    var writable = new ArrayList<Path>();
    var readOnly = new ArrayList<Path>();
    for (Root root : roots) {
      (root.use() == Root.Use.WRITABLE ? writable : readOnly).add(root.path());
    }
    writable.addAll(HomeFolders.resolve(settings.writable()));
    readOnly.addAll(HiddenPlaces.shown(settings, writable));
    var denied = new DeniedPaths(writable, rules::deniedPaths);
    var sealed = new DeniedPaths(writable, rules::sealedPaths);
    String path = System.getenv("PATH");
    return new Bounds(
        writable,
        readOnly,
        HiddenPlaces.of(settings),
        denied::now,
        sealed::now,
        new ProgramFinder(programs(), path == null ? "" : path, HomeFolders.home())::now,
        state,
        HomeFolders.home(),
        settings.network() ? Bounds.Network.ALL : Bounds.Network.NONE,
        new Bounds.Limits(settings.processes(), settings.memory()),
        Bounds.Rest.VISIBLE);
  }

  private List<ProgramFinder.Denied> programs() {
    var programs = new ArrayList<ProgramFinder.Denied>();
    for (Rules.DeniedProgram each : rules.deniedPrograms()) {
      Rule rule = each.rule();
      boolean atHome = each.word().startsWith("~/");
      programs.add(
          new ProgramFinder.Denied(
              atHome ? HomeFolders.resolve(each.word()).toString() : each.word(),
              rule.effect().label() + " " + rule.text()));
    }
    return programs;
  }

  /// The rules about programs that no wall can hold commands to, and why: for people.
  public List<String> leftToText() {
    var left = new ArrayList<String>();
    for (ClosedPrograms.Open each : bounds().programs().get().open()) {
      left.add(each.rule() + ": " + each.reason());
    }
    return left;
  }

  /// What stands around the commands of a mode.
  public Confinement in(Mode mode) {
    return new InMode(mode);
  }

  /// The commands of conversations run where none of this stands. What a project brings along stays
  /// behind it.
  ///
  /// @param why a phrase for people
  public void commandsElsewhere(String why) {
    elsewhere = why;
  }

  /// Whether the operating system keeps the commands of a mode inside; for the policy.
  public Enforcement enforcement(Mode mode) throws InterruptedException {
    if (!elsewhere.isEmpty()) {
      return new Enforcement.None(elsewhere);
    }
    if (isOpen(mode) && !deniesSomething()) {
      return new Enforcement.None("mode full runs commands without a sandbox");
    }
    Sandbox.State found = (isOpen(mode) ? closing() : sandbox()).state();
    if (found instanceof Sandbox.State.InForce force) {
      return isOpen(mode)
          ? new Enforcement.Closing(force.label())
          : new Enforcement.Sandboxed(force.label());
    }
    return new Enforcement.None(
        found instanceof Sandbox.State.Missing missing
            ? missing.reason()
            : "sandbox.kind is off in the configuration");
  }

  private boolean isOpen(Mode mode) {
    return mode == Mode.FULL && !settings.full();
  }

  private boolean deniesSomething() {
    return !rules.deniedPaths().isEmpty()
        || !rules.sealedPaths().isEmpty()
        || !rules.deniedPrograms().isEmpty();
  }

  /// The confinement of one mode. It asks for the sandbox when it is first needed.
  private final class InMode implements Confinement {
    private static final Reach OFFLINE =
        new Reach(Reach.Files.USUAL, Reach.Network.NONE, List.of());

    private final Mode mode;

    InMode(Mode mode) {
      this.mode = mode;
    }

    private Confinement chosen() {
      if (isOpen(mode)) {
        return deniesSomething() ? closing() : Confinement.none();
      }
      return sandbox();
    }

    /// In mode plan no command gets further than looking, whatever was said about it; on a copy it
    /// may do what it likes.
    private Reach held(Reach reach) {
      return mode != Mode.PLAN ? reach : discards() ? OFFLINE : Reach.SECLUDED;
    }

    private boolean discards() {
      return mode == Mode.PLAN
          && settings.plan().equals("copy")
          && chosen().writes(Reach.LOOKING) == Writes.REFUSED;
    }

    @Override
    public List<String> wrap(List<String> argv, Path directory) throws IOException {
      return wrap(argv, directory, Reach.USUAL);
    }

    @Override
    public List<String> wrap(List<String> argv, Path directory, Reach reach) throws IOException {
      for (Path folder : reach.folders()) {
        if (Files.notExists(folder)) {
          // It is to be written below, and only what is there can be opened.
          Files.createDirectories(folder);
        }
      }
      return chosen().wrap(argv, directory, held(reach));
    }

    @Override
    public Writes writes(Reach reach) {
      return discards() ? Writes.DISCARDED : chosen().writes(held(reach));
    }

    @Override
    public List<String> afterwards(int exitCode, String output, Reach reach) {
      return chosen().afterwards(exitCode, output, held(reach));
    }

    @Override
    public Optional<Need> need(int exitCode, String output, Reach reach) {
      return chosen().need(exitCode, output, held(reach));
    }

    @Override
    public String label() {
      return chosen().label();
    }
  }

  @Override
  public synchronized void close() {
    if (sandbox != null) {
      sandbox.close();
    }
    if (closing != null) {
      closing.close();
    }
    if (workers != null) {
      workers.close();
    }
  }
}
