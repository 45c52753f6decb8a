package dev.tenon.core.exec.sandbox;

import dev.tenon.harness.TestPrograms;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/// A project with a repository, a home and a state folder to play with, and one kind of wall around
/// its commands. As root, a wall is tried as the user nobody too.
final class Trial implements AutoCloseable {
  private static final int NOBODY = 65534;

  enum Kind {
    BWRAP,
    UNSHARE,
    BWRAP_AS_NOBODY,
    UNSHARE_AS_NOBODY
  }

  /// How a command ended.
  record Ended(int code, String said) {}

  final Path base;
  final Path root;
  final Path outside;
  final Path home;
  final Path state;
  private final Kind kind;
  private final HostInfo machine;
  private final SandboxFolder stage;
  private Bounds bounds;
  private Wall.Filtering filtering = Wall.Filtering.ON;

  Trial(Kind kind) throws IOException, InterruptedException {
    this.kind = kind;
    Assumptions.assumeTrue(
        System.getProperty("os.name").equals("Linux"), "SKIPPED: the sandbox needs Linux");
    HostInfo self = HostInfo.read();
    boolean asNobody = kind == Kind.BWRAP_AS_NOBODY || kind == Kind.UNSHARE_AS_NOBODY;
    Assumptions.assumeTrue(
        self.isRoot() || !asNobody, "SKIPPED: only root can run a command as another user");
    machine = asNobody ? new HostInfo(NOBODY, NOBODY, self.kernel()) : self;
    base = Files.createTempDirectory(folderThatStays(), "tenon-trial-").toRealPath();
    root = Files.createDirectories(base.resolve("project"));
    outside = Files.createDirectories(base.resolve("outside"));
    home = Files.createDirectories(base.resolve("home"));
    state = Files.createDirectories(base.resolve("home/.tenon"));
    Files.writeString(outside.resolve("decoy"), "untouched");
    Files.writeString(state.resolve("config.yml"), "apiKey: hunter2");
    Files.createDirectories(root.resolve(".git/hooks"));
    Files.createDirectories(root.resolve(".git/info"));
    Files.writeString(root.resolve(".git/HEAD"), "ref: refs/heads/main\n");
    Files.writeString(root.resolve(".git/config"), "[core]\n\tbare = false\n");
    Files.createDirectories(root.resolve(".git/objects"));
    Files.createDirectories(root.resolve(".git/refs"));
    bounds = Bounds.of(root, state, home);
    stage = SandboxFolder.open(state);
    own();
    skipWhereForbidden();
  }

  /// Not below `/tmp`, which a command sees empty anyway, if there is another one.
  private static Path folderThatStays() {
    for (String folder : List.of("/var/lib", System.getProperty("user.home"))) {
      if (Files.isWritable(Path.of(folder)) && Files.isExecutable(Path.of(folder))) {
        return Path.of(folder);
      }
    }
    return Path.of(System.getProperty("java.io.tmpdir"));
  }

  /// Gives everything to the user of the trial.
  void own() throws IOException {
    if (Files.getAttribute(base, "unix:uid").equals(machine.user()) && machine.isRoot()) {
      return;
    }
    Files.setPosixFilePermissions(base, PosixFilePermissions.fromString("rwxr-xr-x"));
    try (Stream<Path> all = Files.walk(base)) {
      for (Path each : all.toList()) {
        Files.setAttribute(each, "unix:uid", machine.user(), LinkOption.NOFOLLOW_LINKS);
        Files.setAttribute(each, "unix:gid", machine.group(), LinkOption.NOFOLLOW_LINKS);
      }
    }
  }

  private void skipWhereForbidden() throws IOException, InterruptedException {
    boolean bwrap = kind == Kind.BWRAP || kind == Kind.BWRAP_AS_NOBODY;
    if (bwrap) {
      TestPrograms.require("bwrap");
    }
    TestPrograms.require("unshare", "setpriv");
    Ended plain =
        runBare(
            machine.isRoot()
                ? List.of("unshare", "-m", "true")
                : List.of("unshare", "-Ur", "true"));
    Assumptions.assumeTrue(
        plain.code == 0, "SKIPPED: the kernel forbids namespaces here: " + plain.said);
  }

  void bounds(UnaryOperator<Bounds> change) {
    bounds = change.apply(bounds);
  }

  /// From now on without a filter of system calls, as where it is not to be had.
  void unfiltered() {
    filtering = Wall.Filtering.OFF;
  }

  private Wall wall() {
    boolean bwrap = kind == Kind.BWRAP || kind == Kind.BWRAP_AS_NOBODY;
    return bwrap && !WallProbe.onlyUnshare(bounds, machine)
        ? new Bwrap(
            program("bwrap"),
            program("sh"),
            program("unshare"),
            machine,
            Bwrap.Nested.FORBIDDEN,
            filtering)
        : new Unshare(
            program("unshare"),
            program("sh"),
            program("setpriv"),
            filtering == Wall.Filtering.ON ? Wall.program("perl") : null,
            machine);
  }

  private static Path program(String name) {
    Path found = Wall.program(name);
    if (found == null) {
      throw new IllegalStateException(name + " is not installed");
    }
    return found;
  }

  Ended run(String line) throws IOException, InterruptedException {
    return run(line, root);
  }

  Ended run(String line, Path directory) throws IOException, InterruptedException {
    Process process = start(line, directory);
    return ended(process);
  }

  Process start(String line, Path directory) throws IOException {
    List<String> argv = wall().wrap(List.of("/bin/bash", "-c", line), directory, bounds, stage);
    own();
    return process(argv);
  }

  Ended runBare(List<String> argv) throws IOException, InterruptedException {
    return ended(process(argv));
  }

  private Process process(List<String> argv) throws IOException {
    var line = new ArrayList<String>();
    if (kind == Kind.BWRAP_AS_NOBODY || kind == Kind.UNSHARE_AS_NOBODY) {
      line.addAll(
          List.of("setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups", "--"));
    }
    line.addAll(argv);
    var builder = new ProcessBuilder(line);
    builder.environment().put("HOME", home.toString());
    builder.environment().put("GIT_CONFIG_NOSYSTEM", "1");
    return builder
        .redirectErrorStream(true)
        .redirectInput(Path.of("/dev/null").toFile())
        .directory(root.toFile())
        .start();
  }

  private static Ended ended(Process process) throws IOException, InterruptedException {
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (!process.waitFor(60, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new IOException("the command did not end: " + said);
    }
    return new Ended(process.exitValue(), said);
  }

  @Override
  public void close() throws IOException {
    stage.close();
    RecursiveDelete.delete(base);
  }
}
