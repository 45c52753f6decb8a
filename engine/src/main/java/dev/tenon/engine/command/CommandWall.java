package dev.tenon.engine.command;

import dev.tenon.core.exec.sandbox.Bounds;
import dev.tenon.core.exec.sandbox.Sandbox;
import dev.tenon.core.exec.shell.Confinement;
import dev.tenon.core.permission.Enforcement;
import dev.tenon.core.permission.Mode;
import dev.tenon.core.permission.Rules;
import dev.tenon.core.workspace.path.Root;
import dev.tenon.engine.config.Settings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The wall around the commands of a project: one sandbox, and for each mode the confinement that
/// the settings want: none in mode full unless configured, nothing writable in mode plan. The
/// sandbox is made when the first command asks for it. Safe for several threads.
public final class CommandWall implements AutoCloseable {
  private final Settings.Sandbox settings;
  private final Path state;
  private final List<Root> roots;
  private final Rules rules;
  private @Nullable Sandbox sandbox;

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
    writable.addAll(HomeFolders.resolve(settings.writable()));
    readOnly.addAll(HiddenPlaces.shown(settings, writable));
    var denied = new DeniedPaths(writable, rules::deniedPaths);
    var sealed = new DeniedPaths(writable, rules::sealedPaths);
    return new Bounds(
        writable,
        readOnly,
        HiddenPlaces.of(settings),
        denied::now,
        sealed::now,
        state,
        HomeFolders.home(),
        settings.network() ? Bounds.Network.ALL : Bounds.Network.NONE,
        new Bounds.Limits(settings.processes(), settings.memory()));
  }

  /// What stands around the commands of a mode.
  public Confinement in(Mode mode) {
    return new InMode(mode);
  }

  /// Whether the operating system keeps the commands of a mode inside; for the policy.
  public Enforcement enforcement(Mode mode) throws InterruptedException {
    if (isOpen(mode)) {
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

  private boolean isOpen(Mode mode) {
    return mode == Mode.FULL && !settings.full();
  }

  /// The confinement of one mode. It asks for the sandbox when it is first needed.
  private final class InMode implements Confinement {
    private final Mode mode;

    InMode(Mode mode) {
      this.mode = mode;
    }

    private Confinement chosen() {
      if (isOpen(mode)) {
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
  }

  @Override
  public synchronized void close() {
    if (sandbox != null) {
      sandbox.close();
    }
  }
}
