package dev.tenon.cli.command;

import dev.tenon.cli.args.Arguments;
import dev.tenon.cli.args.TenonCommandLine;
import dev.tenon.cli.base.LaunchContext;
import dev.tenon.cli.base.Streams;
import dev.tenon.cli.plugin.JarPlugins;
import dev.tenon.cli.plugin.PluginParts;
import dev.tenon.cli.plugin.PluginReader;
import dev.tenon.cli.report.TextTable;
import dev.tenon.core.change.journal.Journal;
import dev.tenon.core.exec.sandbox.Sandbox;
import dev.tenon.core.http.Loopback;
import dev.tenon.core.http.Transport;
import dev.tenon.core.json.Json;
import dev.tenon.core.permission.Mode;
import dev.tenon.core.permission.RuleStore;
import dev.tenon.core.permission.Rules;
import dev.tenon.core.text.IoFailure;
import dev.tenon.core.workspace.path.Root;
import dev.tenon.engine.command.CommandWall;
import dev.tenon.engine.command.DefaultMode;
import dev.tenon.engine.command.HomeFolders;
import dev.tenon.engine.config.Settings;
import dev.tenon.engine.model.ModelOpener;
import dev.tenon.engine.observe.Version;
import dev.tenon.engine.plugin.InstalledPlugins;
import dev.tenon.engine.plugin.PluginManifest;
import dev.tenon.engine.problem.SetupException;
import dev.tenon.providers.Probe;
import dev.tenon.providers.Provider;
import dev.tenon.providers.Providers;
import dev.tenon.providers.wire.Endpoint;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/// `tenon doctor`: says of each part of the surroundings whether it is there, and what to do when
/// it is not. Keys are reported as present or absent, never shown. Exits with 1 when something
/// needed is missing.
public final class DoctorCommand {
  private static final long SLOW_PLUGIN_MS = 100;

  private final LaunchContext context;
  private final Settings settings;
  private final ModelOpener models;
  private final Arguments arguments;
  private final Streams streams;
  private final List<Finding> findings = new ArrayList<>();

  private enum Verdict {
    OK,
    /// Works without, but less well.
    NOTE,
    BAD
  }

  private record Finding(String part, Verdict verdict, String text) {}

  public DoctorCommand(
      LaunchContext context,
      Settings settings,
      ModelOpener models,
      Arguments arguments,
      Streams streams) {
    this.context = context;
    this.settings = settings;
    this.models = models;
    this.arguments = arguments;
    this.streams = streams;
  }

  public int run() throws SetupException, InterruptedException {
    find("tenon", Verdict.OK, Version.withCommit());
    jdk();
    program("git", "--version", "version control; install git");
    program("rg", "--version", "faster search; install ripgrep");
    program("bash", "--version", "the shell for commands; /bin/sh is used instead");
    stateFolder();
    sandbox();
    mode();
    permissions();
    find("root", Verdict.OK, context.root().toString());
    plugins();
    tls();
    providers();
    boolean bad = findings.stream().anyMatch(finding -> finding.verdict == Verdict.BAD);
    print();
    return bad ? 1 : 0;
  }

  private void jdk() {
    String version = System.getProperty("java.runtime.version");
    String cache = System.getProperty("tenon.dist");
    boolean cached = cache != null && Files.exists(Path.of(cache, "tenon.aot"));
    String start = cached ? ", AOT cache present" : ", no AOT cache (starts slower)";
    if (cached && !usesCache()) {
      start =
          ", AOT cache refused (starts slower); unpack the package anew, or copy it with its times";
    }
    find("jdk", Runtime.version().feature() >= 25 ? Verdict.OK : Verdict.BAD, version + start);
  }

  /// Whether a cache is mapped into this JVM; where nobody can tell, it is.
  private static boolean usesCache() {
    try {
      return Files.readString(Path.of("/proc/self/maps"), StandardCharsets.ISO_8859_1)
          .contains(".aot\n");
    } catch (IOException notOnLinux) {
      return true;
    }
  }

  /// Plugins are read at each start: one that takes its time is named.
  private void plugins() {
    InstalledPlugins installed = InstalledPlugins.in(context.home());
    installed.problems().forEach(problem -> find("plugins", Verdict.NOTE, problem));
    var reader = new PluginReader(settings.rules(), context.environment()::get, Set.of());
    for (PluginManifest plugin : installed.plugins()) {
      long before = System.nanoTime();
      PluginParts parts = reader.read(plugin, plugin.folder());
      long took = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - before);
      took +=
          JarPlugins.tried(
              context.home(), plugin, problem -> find("plugins", Verdict.NOTE, problem));
      boolean slow = took > SLOW_PLUGIN_MS;
      find(
          "plugins",
          slow || !parts.isUsable() ? Verdict.NOTE : Verdict.OK,
          plugin.name()
              + ": "
              + parts.counted()
              + (slow ? ", slows each start by " + took + " ms; remove it or make it smaller" : "")
              + (parts.isUsable()
                  ? ""
                  : "; some cannot be used, see 'tenon plugin show " + plugin.name() + "'"));
    }
  }

  private void tls() throws InterruptedException {
    TlsCheck.Result result = new TlsCheck(models).run();
    find(
        "tls",
        !result.usable() ? Verdict.BAD : result.connected() ? Verdict.OK : Verdict.NOTE,
        result.text());
  }

  private void program(String name, String flag, String use) throws InterruptedException {
    try {
      Process process =
          new ProcessBuilder(name, flag)
              .redirectErrorStream(true)
              .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
              .start();
      if (!process.waitFor(5, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        find(name, Verdict.NOTE, "does not answer");
        return;
      }
      String said = new String(process.getInputStream().readNBytes(4096), StandardCharsets.UTF_8);
      find(name, Verdict.OK, said.lines().findFirst().orElse("present"));
    } catch (IOException missing) {
      find(name, Verdict.NOTE, "not found: " + use);
    }
  }

  private void stateFolder() {
    Path home = context.home();
    try {
      Files.createDirectories(home);
      Files.delete(Files.createTempFile(home, "doctor-", ".tmp"));
      find("state", Verdict.OK, home + " is writable");
    } catch (IOException refused) {
      find(
          "state",
          Verdict.BAD,
          home
              + " is not writable ("
              + IoFailure.reason(refused)
              + "); set TENON_HOME to a folder of yours");
    }
  }

  /// Silent when all is well: most projects have no rules of their own.
  private void permissions() {
    String problem =
        new RuleStore(Journal.folderOf(context.home(), context.root())).read().problem();
    if (problem != null) {
      find("permissions", Verdict.BAD, problem);
    }
  }

  private void sandbox() throws InterruptedException {
    var root = new Root(context.root(), Root.Use.WRITABLE);
    Rules rules = Rules.of(settings.permissions(), context.root(), HomeFolders.home());
    try (var wall = new CommandWall(settings.sandbox(), context.home(), List.of(root), rules)) {
      switch (wall.sandbox().state()) {
        case Sandbox.State.InForce force -> {
          boolean open =
              settings.mode().equals(Optional.of(Mode.FULL)) && !settings.sandbox().full();
          find(
              "sandbox",
              open ? Verdict.NOTE : Verdict.OK,
              open
                  ? force.label()
                      + " works, but in mode full it closes only what rules deny; set"
                      + " sandbox.full to keep all of it"
                  : force.label()
                      + ": commands write only below the root and /tmp, "
                      + (settings.sandbox().network() ? "and reach the network" : "no network"));
          filter(wall.sandbox());
          for (String rule : wall.leftToText()) {
            find("rule", Verdict.NOTE, rule + "; only the text of commands is checked for it");
          }
        }
        case Sandbox.State.Missing missing ->
            find("sandbox", Verdict.NOTE, "none, so commands are asked: " + missing.reason());
        case Sandbox.State.Off off ->
            find("sandbox", Verdict.NOTE, "none, so commands are asked: sandbox.kind is off");
      }
    }
  }

  /// Which mode conversations begin in, and why.
  private void mode() throws InterruptedException {
    if (settings.mode().isPresent()) {
      find("mode", Verdict.OK, settings.mode().get().label() + ", as configured");
      return;
    }
    DefaultMode.Found found = DefaultMode.again(settings.sandbox(), context.home());
    find("mode", Verdict.OK, found.mode().label() + ": " + found.because());
  }

  private void filter(Sandbox sandbox) throws InterruptedException {
    Optional<String> why = sandbox.unfiltered();
    find(
        "system calls",
        why.isEmpty() ? Verdict.OK : Verdict.NOTE,
        why.isEmpty()
            ? "filtered: no keyring, ptrace, bpf, io_uring, mounts or new user namespaces"
            : "not filtered: " + why.get() + "; the kernel's keyring is in reach of commands");
  }

  private void providers() throws SetupException, InterruptedException {
    Map<String, String> environment = context.environment();
    try (Transport hasty = models.hastyTransport()) {
      providers(environment, hasty);
    }
  }

  private void providers(Map<String, String> environment, Transport hasty)
      throws SetupException, InterruptedException {
    for (Provider provider : models.providers().all()) {
      Endpoint endpoint;
      try {
        endpoint = Providers.endpoint(provider, models.environment());
      } catch (IllegalArgumentException unusable) {
        find(provider.name(), Verdict.NOTE, String.valueOf(unusable.getMessage()));
        continue;
      }
      Optional<String> key = Providers.keyVariablePresent(provider, environment);
      boolean local = Loopback.is(endpoint.host());
      if (endpoint.credential() == null && !local) {
        find(provider.name(), Verdict.NOTE, "no key; set " + variables(provider));
        continue;
      }
      String how =
          key.map(name -> "key in " + name)
              .orElse(endpoint.credential() == null ? "no key needed" : "key in the configuration");
      find(provider.name(), Providers.probe(endpoint, hasty), how);
    }
  }

  private void find(String provider, Probe probe, String how) {
    switch (probe) {
      case Probe.Answers answers ->
          find(
              provider,
              Verdict.OK,
              how + ", answers in " + answers.time().toMillis() + " ms" + count(answers.models()));
      case Probe.Fails fails ->
          find(provider, Verdict.NOTE, how + ", " + fails.failure().getMessage());
    }
  }

  private static String count(List<String> models) {
    return models.isEmpty() ? "" : ", " + models.size() + " models";
  }

  private static String variables(Provider provider) {
    return String.join(" or ", provider.keys().stream().map(Provider.KeyVariable::name).toList());
  }

  private void find(String part, Verdict verdict, String text) {
    findings.add(new Finding(part, verdict, text));
  }

  private void print() {
    if (arguments.has(TenonCommandLine.JSON)) {
      streams
          .out()
          .json(
              Json.array(
                      findings.stream()
                          .map(
                              finding ->
                                  Json.object()
                                      .put("part", finding.part)
                                      .put(
                                          "verdict",
                                          finding.verdict.name().toLowerCase(Locale.ROOT))
                                      .put("text", finding.text)
                                      .build())
                          .toList())
                  .pretty());
      return;
    }
    var rows = new ArrayList<List<String>>();
    for (Finding finding : findings) {
      String mark =
          switch (finding.verdict) {
            case OK -> "ok";
            case NOTE -> "-";
            case BAD -> "BAD";
          };
      rows.add(List.of(mark, finding.part, finding.text));
    }
    streams.out().print(TextTable.of(rows, streams.out().reach()));
  }
}
