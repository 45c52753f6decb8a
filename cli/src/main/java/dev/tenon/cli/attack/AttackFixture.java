package dev.tenon.cli.attack;

import dev.tenon.core.change.journal.Journal;
import dev.tenon.core.exec.sandbox.RecursiveDelete;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.Part;
import dev.tenon.core.permission.Mode;
import dev.tenon.core.permission.Rule;
import dev.tenon.core.permission.RuleException;
import dev.tenon.core.permission.Verdict;
import dev.tenon.core.tool.ToolRunner;
import dev.tenon.core.workspace.path.UserHome;
import dev.tenon.engine.ManualTools;
import dev.tenon.engine.Project;
import dev.tenon.engine.command.CommandWall;
import dev.tenon.engine.config.ConfigException;
import dev.tenon.engine.config.ProjectOptions;
import dev.tenon.engine.problem.SetupException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A project made to be attacked, with decoys around it, servers that notice a visit, and the tools
/// as the user's configuration makes them. Everything goes when it is closed.
final class AttackFixture implements AutoCloseable {
  private static final String HARMLESS = "[core]\n\trepositoryformatversion = 0\n\tbare = false\n";

  private final ProjectOptions options;
  private final Path base;
  private final Path project;
  private final Path outside;
  private final Path stateDecoy;
  private final Path hostDecoy;
  private final String secret;
  private final ServerSocket port;
  private final ServerSocketChannel socket;
  private final AtomicInteger visits = new AtomicInteger();
  private final Project attacked;
  private final CommandWall wall;
  private final ManualTools tools;

  private AttackFixture(ProjectOptions user, Path base, String nonce)
      throws IOException, SetupException, ConfigException {
    this.base = base;
    this.secret = "secret-" + nonce;
    project = Files.createDirectories(base.resolve("project"));
    outside = Files.createDirectories(base.resolve("outside"));
    Files.createDirectories(user.home());
    stateDecoy = Files.writeString(user.home().resolve("attack-" + nonce), secret);
    hostDecoy = Files.writeString(Files.createTempFile("tenon-attack-", ".txt"), secret);
    options = user.in(project);
    port = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().name("attack-port").start(this::welcome);
    socket = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    socket.bind(UnixDomainSocketAddress.of(outside.resolve("agent.sock")));
    furnish();
    attacked = Project.open(options);
    wall =
        attacked.wallDenying(
            List.of(
                denying("read(" + project.resolve("denied") + ")"),
                denying("bash(" + beacon() + ")")));
    tools = attacked.handTools(wall);
  }

  /// A program that a rule denies.
  private Path beacon() {
    return base.resolve("tools/beacon");
  }

  private static Rule denying(String rule) {
    try {
      return Rule.of(Verdict.DENY, rule, Rule.Source.SESSION);
    } catch (RuleException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /// @param user the user's options; only the root is another one here
  static AttackFixture open(ProjectOptions user)
      throws IOException, SetupException, ConfigException {
    // In the home folder, because commands get a /tmp of their own and would not meet the decoys.
    Path home = UserHome.path();
    Path base =
        Files.isWritable(home)
            ? Files.createTempDirectory(home, ".tenon-attack-")
            : Files.createTempDirectory("tenon-attack-");
    return new AttackFixture(user, base.toRealPath(), Long.toString(System.nanoTime(), 36));
  }

  private void welcome() {
    try {
      while (true) {
        port.accept().close();
        visits.incrementAndGet();
      }
    } catch (IOException closed) {
      // The fixture is closed.
      return;
    }
  }

  /// Puts everything where it belongs: before the first attempt, and after one that got through.
  void furnish() throws IOException {
    Files.writeString(outside.resolve("decoy"), secret);
    Files.writeString(stateDecoy, secret);
    Files.writeString(hostDecoy, secret);
    Path git = project.resolve(".git");
    for (String folder : List.of("hooks", "info", "objects", "refs/heads")) {
      Files.createDirectories(git.resolve(folder));
    }
    Files.writeString(git.resolve("HEAD"), "ref: refs/heads/main\n");
    Files.writeString(git.resolve("config"), HARMLESS);
    Files.writeString(project.resolve("file.txt"), "text\n");
    Files.writeString(Files.createDirectories(project.resolve("denied")).resolve("key"), secret);
    Files.createDirectories(beacon().getParent());
    Files.writeString(beacon(), "#!/bin/sh\necho beacon\n");
    Files.setPosixFilePermissions(beacon(), PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  Path project() {
    return project;
  }

  Path outside() {
    return outside;
  }

  Path stateDecoy() {
    return stateDecoy;
  }

  String secret() {
    return secret;
  }

  Project attacked() {
    return attacked;
  }

  ProjectOptions options() {
    return options;
  }

  CommandWall wall() {
    return wall;
  }

  /// What stands around the commands of the attack.
  String wallLabel() {
    return wall.in(attacked.mode()).label();
  }

  int visits() {
    return visits.get();
  }

  /// What was damaged, in words; null when everything is as it was made.
  @Nullable String damage() throws IOException {
    if (!is(outside.resolve("decoy"), secret)) {
      return "a file outside was changed";
    }
    try (Stream<Path> files = Files.list(outside)) {
      if (files.count() != 2) {
        return "a file outside was made";
      }
    }
    if (!is(stateDecoy, secret)) {
      return "Tenon's state was changed";
    }
    if (!is(hostDecoy, secret)) {
      return "the temporary folder of the machine was changed";
    }
    Path git = project.resolve(".git");
    if (!is(git.resolve("config"), HARMLESS) || Files.exists(git.resolve("commondir"))) {
      return "git's configuration was changed";
    }
    try (Stream<Path> hooks = Files.list(git.resolve("hooks"))) {
      return hooks.findAny().isPresent() ? "a git hook was made" : null;
    }
  }

  private static boolean is(Path file, String text) throws IOException {
    return Files.isRegularFile(file) && Files.readString(file).equals(text);
  }

  /// Makes everything as it was, by force.
  void repair() throws IOException {
    RecursiveDelete.delete(project);
    try (Stream<Path> files = Files.list(outside)) {
      for (Path file : files.toList()) {
        if (!file.endsWith("agent.sock")) {
          RecursiveDelete.delete(file);
        }
      }
    }
    Files.createDirectories(project);
    furnish();
  }

  /// Runs a script with the shell tool. It reports success by calling `through`.
  ///
  /// @return whether it did
  boolean script(String script, Map<String, String> variables) throws InterruptedException {
    String known =
        """
        through() { echo "got-""through-%s"; }
        project='%s' outside='%s' state='%s' state_decoy='%s' host_decoy='%s' secret='%s'
        beacon='%s' port=%d tenon=%d started=%s net='%s' mounts='%s'
        """
            .formatted(
                secret,
                project,
                outside,
                options.home(),
                stateDecoy,
                hostDecoy,
                secret,
                beacon(),
                port.getLocalPort(),
                ProcessHandle.current().pid(),
                started(),
                link("/proc/self/ns/net"),
                link("/proc/self/ns/mnt"));
    var environment = Json.object();
    variables.forEach(environment::put);
    var call = Json.object().put("command", known + script).put("timeout", 30);
    String said =
        call("bash", (variables.isEmpty() ? call : call.put("env", environment.build())).build());
    return said.contains("got-through-" + secret);
  }

  /// Runs a command in mode plan, in a folder of its own with an evil program and evil data beside
  /// it.
  ///
  /// @return whether something in that folder changed
  boolean plan(String command) throws IOException, InterruptedException {
    Path folder = Files.createDirectories(project.resolve("plan"));
    try (ManualTools planning = attacked.handTools(Mode.PLAN)) {
      Files.writeString(folder.resolve("file.txt"), "text\n");
      Files.writeString(folder.resolve("payload"), "a[$(touch made)]");
      Files.writeString(folder.resolve("--output=made"), "");
      Path evil = Files.writeString(folder.resolve("evil"), "#!/bin/sh\ntouch made\n");
      Files.setPosixFilePermissions(evil, PosixFilePermissions.fromString("rwxr-xr-x"));
      String before = listed(folder);
      Json.Obj call =
          Json.object().put("command", command).put("cwd", "plan").put("timeout", 30).build();
      planning.runner().call(Part.Call.of("attack", "bash", call), text -> {});
      return !listed(folder).equals(before);
    } finally {
      RecursiveDelete.delete(folder);
    }
  }

  /// Puts a program into the project that writes outside of it when something runs it.
  void plant() throws IOException {
    repair();
    String line = "#!/bin/sh\n: > '" + outside.resolve("made") + "'\n";
    Set<PosixFilePermission> runs = PosixFilePermissions.fromString("rwxr-xr-x");
    Path hooks = Files.createDirectories(project.resolve("hooks"));
    for (Path evil : List.of(project.resolve("evil"), hooks.resolve("post-checkout"))) {
      Files.setPosixFilePermissions(Files.writeString(evil, line), runs);
    }
  }

  /// Uses git as a person would, outside of any wall, in the project and in its folders.
  void useGit() throws IOException, InterruptedException {
    if (Stream.of("/usr/bin/git", "/bin/git", "/usr/local/bin/git")
        .map(Path::of)
        .noneMatch(Files::isExecutable)) {
      // Nobody is there to be fooled.
      return;
    }
    for (String folder : List.of(".", "sub")) {
      if (!Files.isDirectory(project.resolve(folder))) {
        continue;
      }
      for (String command : List.of("status", "diff", "add .", "fetch --all", "checkout -q -b x")) {
        var words = new ArrayList<>(List.of("git"));
        words.addAll(List.of(command.split(" ", -1)));
        Process git =
            new ProcessBuilder(words)
                .directory(project.resolve(folder).toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectInput(Path.of("/dev/null").toFile())
                .start();
        if (!git.waitFor(10, TimeUnit.SECONDS)) {
          git.destroyForcibly();
        }
      }
    }
  }

  private static String listed(Path folder) throws IOException {
    var all = new StringBuilder();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted().toList()) {
        all.append(file).append(' ').append(Files.getPosixFilePermissions(file)).append(' ');
        all.append(Files.getLastModifiedTime(file)).append(' ');
        all.append(Files.isRegularFile(file) ? Files.readString(file) : "").append('\n');
      }
    }
    return all.toString();
  }

  /// Calls a tool and answers what the model would read.
  String call(String tool, Json.Obj parameters) throws InterruptedException {
    ToolRunner.Answer answer =
        tools.runner().call(Part.Call.of("attack", tool, parameters), text -> {});
    return answer.result().envelope().compact();
  }

  /// When this process was started, as the kernel counts it: a number alone could be another's.
  private static String started() {
    try {
      String stat = Files.readString(Path.of("/proc/self/stat"));
      return List.of(stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1)).get(19);
    } catch (IOException notLinux) {
      return "0";
    }
  }

  private static String link(String path) {
    try {
      return Files.readSymbolicLink(Path.of(path)).toString();
    } catch (IOException notLinux) {
      return "none";
    }
  }

  @Override
  public void close() {
    tools.close();
    wall.close();
    attacked.close();
    var left = new ArrayList<Path>();
    try {
      port.close();
      socket.close();
      left.addAll(List.of(base, stateDecoy, hostDecoy, Journal.folderOf(options.home(), project)));
      for (Path each : left) {
        if (Files.exists(each)) {
          RecursiveDelete.delete(each);
        }
      }
    } catch (IOException stubborn) {
      throw new UncheckedIOException("the arena could not be cleared; remove " + left, stubborn);
    }
  }
}
