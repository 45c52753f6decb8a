package dev.tenon.cli;

import dev.tenon.cli.config.Settings;
import dev.tenon.core.exec.sandbox.Bounds;
import dev.tenon.core.exec.sandbox.Sandbox;
import dev.tenon.core.exec.shell.Confinement;
import dev.tenon.core.permission.Enforcement;
import dev.tenon.core.permission.Mode;
import dev.tenon.core.permission.Rule;
import dev.tenon.core.permission.Rules;
import dev.tenon.core.workspace.Root;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The wall around the commands of an [Engine], as the settings and the mode want it: none in mode
/// full unless configured, nothing writable in mode plan. The sandbox is made when the first
/// command asks for it. Safe for several threads.
public final class CommandWall implements Confinement, AutoCloseable {
  private final Settings.Sandbox settings;
  private final Path state;
  private final List<Root> roots;
  private volatile Mode mode;
  private volatile @Nullable Supplier<Rules> rules;
  private @Nullable Sandbox sandbox;

  /// @param state Tenon's own folder
  public CommandWall(Settings.Sandbox settings, Path state, List<Root> roots, Mode mode) {
    this.settings = settings;
    this.state = state;
    this.roots = List.copyOf(roots);
    this.mode = mode;
  }

  /// From now on, commands run in this mode.
  void in(Mode another) {
    mode = another;
  }

  /// Where to find the rules whose denied paths commands must not see.
  void denying(Supplier<Rules> inForce) {
    rules = inForce;
  }

  /// More rules whose denied paths commands must not see.
  public void alsoDenying(List<Rule> more) {
    Rules known = rules();
    rules = () -> known.with(more);
  }

  private Rules rules() {
    Supplier<Rules> known = rules;
    return known == null ? Rules.NONE : known.get();
  }

  /// The sandbox, whether it is in force in this mode or not.
  public synchronized Sandbox sandbox() {
    Sandbox known = sandbox;
    if (known == null) {
      known =
          new Sandbox(Sandbox.Choice.valueOf(settings.kind().toUpperCase(Locale.ROOT)), bounds());
      sandbox = known;
    }
    return known;
  }

  private Bounds bounds() {
    var writable = new ArrayList<Path>();
    var readOnly = new ArrayList<Path>();
    for (Root root : roots) {
      (root.use() == Root.Use.WRITABLE ? writable : readOnly).add(root.path());
    }
    writable.addAll(Engine.atHome(settings.writable()));
    var denied = new DeniedPaths(writable, () -> rules().deniedPaths());
    var sealed = new DeniedPaths(writable, () -> rules().sealedPaths());
    return new Bounds(
        writable,
        readOnly,
        Engine.atHome(settings.hidden()),
        denied::now,
        sealed::now,
        state,
        Path.of(System.getProperty("user.home")),
        settings.network() ? Bounds.Network.ALL : Bounds.Network.NONE,
        new Bounds.Limits(settings.processes(), settings.memory()));
  }

  /// Whether the operating system keeps the commands of this mode inside; for the policy.
  public Enforcement enforcement() throws InterruptedException {
    if (isOpen()) {
      return new Enforcement.None("mode full runs commands without a sandbox");
    }
    Sandbox.State found = sandbox().state();
    if (found instanceof Sandbox.State.InForce force) {
      return new Enforcement.Sandboxed(force.label());
    }
    return new Enforcement.None(
        found instanceof Sandbox.State.Missing missing
            ? missing.reason()
            : "sandbox.kind is off in the configuration");
  }

  private boolean isOpen() {
    return mode == Mode.FULL && !settings.full();
  }

  private Confinement chosen() {
    if (isOpen()) {
      return Confinement.none();
    }
    return mode == Mode.PLAN ? sandbox().readOnly() : sandbox();
  }

  @Override
  public List<String> wrap(List<String> argv, Path directory) throws IOException {
    return chosen().wrap(argv, directory);
  }

  @Override
  public List<String> afterwards(int exitCode, String output) {
    return chosen().afterwards(exitCode, output);
  }

  @Override
  public String label() {
    return chosen().label();
  }

  @Override
  public synchronized void close() {
    if (sandbox != null) {
      sandbox.close();
    }
  }
}
