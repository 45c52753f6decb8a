package dev.tenon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.exec.resident.Residents;
import dev.tenon.core.exec.shell.Confinement;
import dev.tenon.core.exec.shell.Shell;
import dev.tenon.core.exec.worker.WorkerPool;
import dev.tenon.core.exec.worker.WorkerProgram;
import dev.tenon.core.json.Json;
import dev.tenon.harness.TestPrograms;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tries what `./package` made (`./verify --package` runs it): in a root that has a C library, a
/// shell and the core utilities, and nothing of Java.
class PackagedIT {
  /// What a bare Debian has; of these the launcher needs `readlink`, and commands `mkfifo`.
  private static final List<String> PROGRAMS =
      List.of("sh", "readlink", "cat", "mkfifo", "mkdir", "ln", "ls", "sleep", "env", "rm", "sed");

  private static final List<String> LIBRARIES =
      List.of("libc.so.6", "libm.so.6", "libdl.so.2", "libpthread.so.0", "librt.so.1");

  @TempDir Path folder;
  private Path packages;

  record Outcome(int code, String output, String errors) {}

  @BeforeEach
  void findPackages() {
    String made = System.getProperty("tenon.package", "");
    Assumptions.assumeTrue(!made.isEmpty(), "SKIPPED: only ./verify --package tries packages");
    packages = Path.of(made);
    TestPrograms.require("tar", "gzip", "dpkg-deb", "bwrap");
  }

  @Test
  void runsWithoutAnyJavaReadOnlyForAnotherUserInAnyPlace() throws Exception {
    Path root = bareRoot();
    Path unpacked = unpacked(Files.createDirectories(root.resolve("opt/a folder")));
    // Started in one place, then moved to another whose name has spaces and letters outside ASCII,
    // written by a shell because this JVM may not be able to name them.
    String first = "/opt/a folder/" + unpacked.getFileName() + "/tenon";
    Map<String, String> strict = Map.of("TENON_JAVA_OPTS", "-XX:AOTMode=on");
    assertThat(bare(root, strict, first, "--version").output()).startsWith("tenon ");
    Outcome moved =
        run(
            root,
            Map.of(),
            List.of(
                "sh",
                "-c",
                "new=$(printf 'gr\\303\\266\\303\\237er  \\344\\270\\255') && mv \"$0\""
                    + " \"opt/$new\" && ln -s \"../opt/$new/tenon\" bin/tenon",
                unpacked.toString()));
    assertThat(moved.code()).as(moved.errors()).isZero();
    // With AOTMode=on a JVM that cannot use its cache ends instead of starting slowly.
    Outcome version = bare(root, strict, "tenon", "--version");
    assertThat(version.errors()).isEmpty();
    assertThat(version.output()).matches("tenon \\S+ \\(commit [0-9a-f]{12}(, changed)?\\)\n");
    for (List<String> words :
        List.of(
            List.of("--help"),
            List.of("doctor", "--json"),
            List.of("models"),
            List.of("config", "--json"),
            List.of("tool", "--list", "--json"),
            List.of("tool", "bash", "{\"command\":\"echo hello\"}"),
            List.of("tool", "grep", "{\"pattern\":\"x\"}"),
            List.of("tool", "write_file", "{\"path\":\"a\",\"content\":\"b\"}"),
            List.of("changes"),
            List.of("sessions"),
            List.of("usage"),
            List.of("permissions", "check", "--", "ls"),
            List.of("completion", "fish"),
            List.of("demo"))) {
      var command = new ArrayList<>(List.of("tenon"));
      command.addAll(words);
      Outcome outcome = bare(root, strict, command.toArray(String[]::new));
      assertThat(outcome.code()).as(words + ": " + outcome.errors()).isZero();
      assertThat(outcome.errors()).as(words.toString()).doesNotContain("warning", "Exception");
    }
    // The server's store is SQLite, which brings a library of its own.
    Outcome served =
        bare(
            root,
            strict,
            "sh",
            "-c",
            "tenon serve --port 0 >/tmp/o 2>&1 & p=$!; i=0; until grep -q open /tmp/o || [ $i -ge"
                + " 100 ]; do sleep 0.2; i=$((i+1)); done; kill $p; wait $p; cat /tmp/o");
    assertThat(served.output()).contains("serving").contains("stopped");
  }

  /// As the program starts it, from the runtime of the package.
  @Test
  void aWorkerStartsWithItsOwnCache() throws Exception {
    Path dist = unpacked(Files.createDirectories(folder.resolve("a folder"))).resolve("dist");
    Path cache = dist.resolve("worker.aot");
    assertThat(cache).exists();
    Map<String, String> before =
        set(Map.of("tenon.dist", dist.toString(), "java.home", dist.resolve("runtime").toString()));
    try (var pool =
        new WorkerPool(
            new Residents(new Shell(Shell.Setup.DEFAULT), text -> text),
            WorkerProgram::find,
            Confinement.none(),
            Duration.ofMinutes(1),
            note -> {})) {
      Json.Obj params =
          Json.object()
              .put("encoding", "o200k_base")
              .put("texts", Json.strings(List.of("Hello, world", "")))
              .build();
      assertThat(pool.call("tokens.count", params, Duration.ofMinutes(1)).compact())
          .isEqualTo("{\"counts\":[3,0]}");
      // The JVM maps the cache only if it takes it.
      Path java = dist.resolve("runtime/bin/java");
      ProcessHandle worker =
          ProcessHandle.current()
              .descendants()
              .filter(it -> it.info().command().equals(Optional.of(java.toString())))
              .findFirst()
              .orElseThrow();
      assertThat(Files.readString(Path.of("/proc/" + worker.pid() + "/maps")))
          .contains(cache.toString());
    } finally {
      set(before);
    }
  }

  /// Answers what these properties were.
  private static Map<String, String> set(Map<String, String> properties) {
    var before = new HashMap<String, String>();
    properties.forEach(
        (name, value) -> {
          String old =
              value.isEmpty() ? System.clearProperty(name) : System.setProperty(name, value);
          before.put(name, old == null ? "" : old);
        });
    return before;
  }

  @Test
  void knowsNothingOfTheMachineItWasMadeOn() throws Exception {
    Path unpacked = unpacked(folder);
    List<String> places = List.of(TestPrograms.house().toString(), System.getProperty("java.home"));
    try (Stream<Path> files = Files.walk(unpacked)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        String text = Files.readString(file, StandardCharsets.ISO_8859_1);
        places.forEach(place -> assertThat(text.contains(place)).as(file + "").isFalse());
      }
    }
  }

  @Test
  void theSumsFitAndItIsSmallEnough() throws Exception {
    assertThat(run(packages, Map.of(), List.of("sha256sum", "--check", "--strict", "SHA256SUMS")))
        .matches(it -> it.code() == 0);
    assertThat(Files.size(archive())).isLessThan(90_000_000);
  }

  @Test
  void theDebianPackageStartsWhereItIsPut() throws Exception {
    Path root = bareRoot();
    Outcome put =
        run(folder, Map.of(), List.of("dpkg-deb", "-x", one(".deb").toString(), root.toString()));
    assertThat(put.code()).as(put.errors()).isZero();
    Map<String, String> strict = Map.of("TENON_JAVA_OPTS", "-XX:AOTMode=on");
    assertThat(bare(root, strict, "/usr/bin/tenon", "--version").output()).startsWith("tenon ");
  }

  @Test
  void dpkgInstallsItAndTakesItAwayAgain() throws Exception {
    TestPrograms.require("dpkg", "unshare");
    Path root = Files.createDirectory(folder.resolve("system"));
    for (String name : List.of("info", "updates")) {
      Files.createDirectories(root.resolve("var/lib/dpkg").resolve(name));
    }
    Files.createFile(root.resolve("var/lib/dpkg/status"));
    // The C library is that of this machine, which the empty system does not know of.
    assertThat(dpkg(root, "--force-depends", "-i", one(".deb").toString()).code()).isZero();
    assertThat(dpkg(root, "--verify", "tenon").output()).isEmpty();
    assertThat(dpkg(root, "-s", "tenon").output())
        .contains("Status: install ok installed")
        .containsPattern("\nMaintainer: [^<>\n]+ <[^<>@\\s]+@[^<>@\\s]+\\.[^<>@\\s]+>\n")
        .doesNotContain("Conffiles", "localhost");
    Map<String, String> strict = Map.of("TENON_JAVA_OPTS", "-XX:AOTMode=on");
    assertThat(run(root, strict, List.of(root + "/usr/bin/tenon", "--version")).output())
        .startsWith("tenon ");
    assertThat(run(root, Map.of(), List.of("gzip", "-dc", root + "/usr/share/man/man1/tenon.1.gz")))
        .matches(page -> page.output().startsWith(".") && page.output().contains(".TH"));
    assertThat(dpkg(root, "--force-depends", "-P", "tenon").code()).isZero();
    assertThat(root.resolve("usr")).doesNotExist();
  }

  private Outcome dpkg(Path root, String... words) throws Exception {
    var command = new ArrayList<>(List.of("unshare", "-r", "dpkg", "--root=" + root));
    command.add("--log=/dev/null");
    command.addAll(List.of(words));
    return run(folder, Map.of("PATH", System.getenv("PATH") + ":/usr/sbin:/sbin"), command);
  }

  /// What Debian's own checker asks of every package.
  @Test
  void theDebianPackageHasPlainModesAndOwners() throws Exception {
    String all = run(folder, Map.of(), List.of("dpkg-deb", "-c", one(".deb") + "")).output();
    for (String line : all.lines().toList()) {
      assertThat(line)
          .matches("(drwxr-xr-x|-rw-r--r--|-rwxr-xr-x|lrwxrwxrwx) root/root .* \\./usr.*");
      assertThat(line).doesNotContain(" -> /");
    }
    assertThat(all.lines().filter(line -> line.startsWith("-rwx")).count()).isEqualTo(3);
  }

  @Test
  void installsWithItsOwnScript() throws Exception {
    Path home = Files.createDirectory(folder.resolve("a home"));
    Map<String, String> environment =
        Map.of("HOME", home.toString(), "TENON_JAVA_OPTS", "-XX:AOTMode=on");
    Outcome installed =
        run(folder, environment, List.of("sh", packages + "/install.sh", archive().toString()));
    assertThat(installed.code()).as(installed.errors()).isZero();
    Path launcher = home.resolve(".local/bin/tenon");
    assertThat(run(folder, environment, List.of(launcher.toString(), "--version")).output())
        .startsWith("tenon ");
    assertThat(
            run(folder, environment, List.of("sh", packages + "/install.sh", "--uninstall")).code())
        .isZero();
    assertThat(home.resolve(".local/lib")).doesNotExist();
  }

  private Path archive() throws IOException {
    return one("linux-x64.tar.gz");
  }

  private Path one(String ending) throws IOException {
    try (Stream<Path> files = Files.list(packages)) {
      return files.filter(it -> it.toString().endsWith(ending)).findFirst().orElseThrow();
    }
  }

  private Path unpacked(Path into) throws Exception {
    Outcome done =
        run(folder, Map.of(), List.of("tar", "-xzf", archive() + "", "-C", into.toString()));
    assertThat(done.code()).as(done.errors()).isZero();
    try (Stream<Path> files = Files.list(into)) {
      return files
          .filter(it -> it.getFileName().toString().startsWith("tenon-"))
          .findFirst()
          .orElseThrow();
    }
  }

  /// A root with programs, the libraries that they and a JVM need, and folders to mount on.
  private Path bareRoot() throws Exception {
    Path root = Files.createDirectory(folder.resolve("root"));
    for (String name : List.of("bin", "proc", "dev", "tmp", "home", "etc")) {
      Files.createDirectory(root.resolve(name));
    }
    var libraries = new TreeSet<String>();
    for (String program : Stream.concat(PROGRAMS.stream(), Stream.of("grep")).toList()) {
      Path found = Path.of("/bin", program).toRealPath();
      Files.copy(found, root.resolve("bin").resolve(program));
      Outcome linked = run(folder, Map.of(), List.of("ldd", found.toString()));
      for (String word : linked.output().split("\\s+", -1)) {
        if (word.startsWith("/")) {
          libraries.add(word);
        }
      }
    }
    String system =
        libraries.stream().filter(it -> it.contains("libc.so")).findFirst().orElseThrow();
    for (String library : LIBRARIES) {
      libraries.add(Path.of(system).resolveSibling(library).toString());
    }
    for (String library : libraries) {
      Path copy = root.resolve(library.substring(1));
      Files.createDirectories(copy.getParent());
      if (Files.exists(Path.of(library))) {
        Files.copy(Path.of(library).toRealPath(), copy);
      }
    }
    // Of libc-bin, which no Debian is without: else no JVM can name what is not ASCII.
    Path locale = Path.of("/usr/lib/locale/C.utf8");
    if (Files.exists(locale)) {
      Files.createDirectories(root.resolve("usr/lib/locale"));
      Outcome copied =
          run(folder, Map.of(), List.of("cp", "-r", locale + "", root + "/usr/lib/locale/"));
      assertThat(copied.code()).as(copied.errors()).isZero();
    }
    Files.writeString(root.resolve("etc/passwd"), "somebody:x:1234:1234::/home:/bin/sh\n");
    return root;
  }

  /// Runs in that root, which is read-only, as another user with an empty home and no network.
  private Outcome bare(Path root, Map<String, String> environment, String... words)
      throws Exception {
    var command = new ArrayList<>(List.of("bwrap", "--unshare-all", "--die-with-parent"));
    command.addAll(List.of("--ro-bind", root.toString(), "/", "--proc", "/proc", "--dev", "/dev"));
    command.addAll(
        List.of("--tmpfs", "/tmp", "--tmpfs", "/home", "--uid", "1234", "--gid", "1234"));
    command.addAll(List.of("--clearenv", "--setenv", "PATH", "/bin", "--setenv", "HOME", "/home"));
    environment.forEach((name, value) -> command.addAll(List.of("--setenv", name, value)));
    command.addAll(List.of("--chdir", "/home"));
    command.addAll(List.of(words));
    return run(folder, Map.of(), command);
  }

  private static Outcome run(Path folder, Map<String, String> environment, List<String> command)
      throws Exception {
    Path output = Files.createTempFile("tenon-packaged-", ".out");
    Path errors = Files.createTempFile("tenon-packaged-", ".err");
    try {
      var builder =
          new ProcessBuilder(command)
              .directory(folder.toFile())
              .redirectInput(Path.of("/dev/null").toFile())
              .redirectOutput(output.toFile())
              .redirectError(errors.toFile());
      builder.environment().putAll(environment);
      Process process = builder.start();
      if (!process.waitFor(120, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
      }
      return new Outcome(process.waitFor(), Files.readString(output), Files.readString(errors));
    } finally {
      Files.delete(output);
      Files.delete(errors);
    }
  }
}
