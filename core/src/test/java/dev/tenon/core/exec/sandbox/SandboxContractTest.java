package dev.tenon.core.exec.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tenon.core.exec.sandbox.Trial.Ended;
import dev.tenon.harness.Alone;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What every wall holds, on the real kernel.
@Alone
class SandboxContractTest {

  @ParameterizedTest
  @EnumSource
  void theRootIsWritableAndTheRestIsNot(Trial.Kind kind) throws Exception {
    try (var trial = new Trial(kind)) {
      Ended ended =
          trial.run(
              "echo new > made && cat made; touch /etc/tenon-made; touch /usr/tenon-made; echo x >>"
                  + " "
                  + trial.outside.resolve("decoy")
                  + "; touch "
                  + trial.home.resolve("made"));
      assertThat(ended.said()).startsWith("new\n").contains("Read-only file system");
      assertThat(trial.root.resolve("made")).hasContent("new\n");
      assertThat(Path.of("/etc/tenon-made")).doesNotExist();
      assertThat(trial.outside.resolve("decoy")).hasContent("untouched");
      assertThat(trial.home.resolve("made")).doesNotExist();
    }
  }

  @ParameterizedTest
  @EnumSource
  void exitCodeOutputAndDirectoryAreThoseOfTheCommand(Trial.Kind kind) throws Exception {
    try (var trial = new Trial(kind)) {
      Path folder = Files.createDirectories(trial.root.resolve("a folder\twith 'ugly' \\ näme"));
      trial.own();
      assertThat(trial.run("pwd; echo err >&2; exit 7", folder))
          .isEqualTo(new Ended(7, folder + "\nerr\n"));
      assertThat(trial.run("kill -9 $$").code()).isEqualTo(137);
    }
  }

  @ParameterizedTest
  @EnumSource
  void pathsWithSpacesAreProtectedToo(Trial.Kind kind) throws Exception {
    try (var trial = new Trial(kind)) {
      Path secret = Files.writeString(trial.root.resolve("my \\ secret.txt"), "hunter2");
      Path more = Files.createDirectories(trial.base.resolve("more of it"));
      trial.bounds(
          b ->
              new Bounds(
                  List.of(trial.root, more),
                  List.of(),
                  List.of(),
                  () -> List.of(secret),
                  List::of,
                  b.programs(),
                  b.state(),
                  b.home(),
                  b.network(),
                  b.limits(),
                  b.rest()));
      Ended ended = trial.run("cat my*; touch '" + more + "/made'; mv my* other; cat other");
      assertThat(ended.said()).doesNotContain("hunter2");
      assertThat(more.resolve("made")).exists();
      assertThat(secret).hasContent("hunter2");
    }
  }

  @ParameterizedTest
  @EnumSource
  void gitVectorsAreProtectedAndTheRestOfGitIsNot(Trial.Kind kind) throws Exception {
    try (var trial = new Trial(kind)) {
      Ended ended =
          trial.run(
              """
              echo evil > .git/hooks/pre-commit
              echo evil >> .git/config
              rm -f .git/config; rm -rf .git/hooks; mv .git/config .git/c; mv .git/hooks .git/h
              mv .git .g
              rm -rf .git
              mkdir -p .git; echo evil > .git/config
              mkdir -p .git/refs/heads; echo fine > .git/refs/heads/main
              """);
      assertThat(ended.said()).contains("Read-only file system").contains("busy");
      assertThat(trial.root.resolve(".git/config")).hasContent("[core]\n\tbare = false\n");
      assertThat(trial.root.resolve(".git/hooks")).isEmptyDirectory();
      assertThat(trial.root.resolve(".git/refs/heads/main")).hasContent("fine\n");
    }
  }

  @ParameterizedTest
  @EnumSource
  void gitCommitsInside(Trial.Kind kind) throws Exception {
    try (var trial = new Trial(kind)) {
      RecursiveDelete.delete(trial.root.resolve(".git"));
      assertThat(trial.runBare(List.of("git", "-C", trial.root.toString(), "init", "-q")).code())
          .isZero();
      Ended ended =
          trial.run(
              "echo text > file && git add file && git -c user.name=T -c user.email=t@example.org"
                  + " commit -qm first && git log --oneline && git checkout -q -b other");
      assertThat(ended.code()).as(ended.said()).isZero();
      assertThat(ended.said()).contains("first");
      assertThat(trial.run("git config core.fsmonitor ./evil").code()).isNotZero();
    }
  }

  @ParameterizedTest
  @EnumSource
  void tenonsStateIsOutOfSight(Trial.Kind kind) throws Exception {
    try (var trial = new Trial(kind)) {
      Ended ended =
          trial.run("ls -A " + trial.state + "; cat " + trial.state.resolve("config.yml"));
      assertThat(ended.said()).doesNotContain("hunter2").contains("No such file");
      assertThat(trial.run("touch " + trial.state.resolve("trust.json")).code()).isNotZero();
      assertThat(trial.state.resolve("trust.json")).doesNotExist();
    }
  }

  @ParameterizedTest
  @EnumSource
  void temporaryFilesStayAmongCommands(Trial.Kind kind) throws Exception {
    Path ofHost = Files.createTempFile("tenon-host", ".txt");
    try (var trial = new Trial(kind)) {
      assertThat(
              trial
                  .run("ls /tmp; echo mine > $TMPDIR/mine; echo $TMPDIR; mktemp -u; ls /run")
                  .said())
          .doesNotContain("tenon-host")
          .contains("/tmp\n/tmp/tmp.");
      assertThat(trial.run("cat /tmp/mine").said()).isEqualTo("mine\n");
      assertThat(Path.of("/tmp/mine")).doesNotExist();
    } finally {
      Files.delete(ofHost);
    }
  }

  @ParameterizedTest
  @EnumSource
  void processesAreAlone(Trial.Kind kind) throws Exception {
    try (var trial = new Trial(kind)) {
      long self = ProcessHandle.current().pid();
      Ended ended = trial.run("ls -d /proc/[0-9]* | wc -l; kill -0 " + self + " && echo reached");
      assertThat(Integer.parseInt(ended.said().lines().findFirst().orElseThrow().strip()))
          .isLessThan(10);
      assertThat(ended.said()).doesNotContain("reached");
    }
  }

  @ParameterizedTest
  @EnumSource
  void rightsAreGone(Trial.Kind kind) throws Exception {
    try (var trial = new Trial(kind)) {
      Ended ended =
          trial.run(
              """
              grep -E 'NoNewPrivs|CapEff' /proc/self/status
              mount -o remount,rw / ; umount /tmp ; mount -t tmpfs none /mnt
              unshare -Urm sh -c 'mount -o remount,rw,bind / && touch /etc/tenon-made'
              unshare -Urm sh -c 'umount -l %s; cat %s/config.yml'
              mknod sda b 8 0
              echo 1 > /proc/sys/kernel/sysrq
              id -u
              """
                  .formatted(trial.state, trial.state));
      assertThat(ended.said())
          .containsPattern("NoNewPrivs:\\s+1")
          .containsPattern("CapEff:\\s+00000000000000(00|0b)")
          .doesNotContain("hunter2");
      assertThat(Path.of("/etc/tenon-made")).doesNotExist();
      assertThat(trial.root.resolve("sda")).doesNotExist();
    }
  }

  @ParameterizedTest
  @EnumSource
  void theUserStaysTheSame(Trial.Kind kind) throws Exception {
    try (var trial = new Trial(kind)) {
      Object owner = Files.getAttribute(trial.root, "unix:uid");
      assertThat(trial.run("id -u; touch made; stat -c %u made").said())
          .isEqualTo(owner + "\n" + owner + "\n");
      assertThat(Files.getAttribute(trial.root.resolve("made"), "unix:uid")).isEqualTo(owner);
    }
  }

  @ParameterizedTest
  @EnumSource
  void nothingButTheRootsIsMountedWritable(Trial.Kind kind) throws Exception {
    try (var trial = new Trial(kind)) {
      // Where a mount lies under another one of the same path, only the last one counts.
      String script =
          "awk '{ m[$5] = $6 } END { for (p in m) if (m[p] ~ /^rw/) print p }'"
              + " /proc/self/mountinfo";
      List<String> writable =
          trial
              .run(script)
              .said()
              .lines()
              .filter(path -> !path.startsWith("/dev") && !path.equals("/proc"))
              .toList();
      assertThat(writable)
          .allMatch(
              path ->
                  path.startsWith(trial.root.toString())
                      || List.of("/tmp", "/var/tmp", "/run").contains(path));
    }
  }

  @ParameterizedTest
  @EnumSource
  void thereIsNoNetworkButLoopback(Trial.Kind kind) throws Exception {
    try (var trial = new Trial(kind);
        var server = new java.net.ServerSocket(0, 5, java.net.InetAddress.getLoopbackAddress())) {
      Ended ended =
          trial.run(
              "cat /proc/net/dev | grep -c :; (echo > /dev/tcp/127.0.0.1/"
                  + server.getLocalPort()
                  + ") && echo reached");
      assertThat(ended.said()).startsWith("1\n").doesNotContain("reached\n");
      trial.bounds(
          b ->
              new Bounds(
                  b.writable(),
                  b.readOnly(),
                  b.hidden(),
                  b.denied(),
                  b.sealed(),
                  b.programs(),
                  b.state(),
                  b.home(),
                  Bounds.Network.ALL,
                  b.limits(),
                  b.rest()));
      assertThat(
              trial.run("echo > /dev/tcp/127.0.0.1/" + server.getLocalPort() + " && echo reached"))
          .isEqualTo(new Ended(0, "reached\n"));
    }
  }

  @ParameterizedTest
  @EnumSource
  void deniedPathsAreEmptyAndStayWhereTheyAre(Trial.Kind kind) throws Exception {
    try (var trial = new Trial(kind)) {
      Path folder = Files.createDirectories(trial.root.resolve("deep/secrets"));
      Files.writeString(folder.resolve("key"), "hunter2");
      trial.own();
      trial.bounds(
          b ->
              new Bounds(
                  b.writable(),
                  b.readOnly(),
                  b.hidden(),
                  () -> List.of(folder),
                  List::of,
                  b.programs(),
                  b.state(),
                  b.home(),
                  b.network(),
                  b.limits(),
                  b.rest()));
      assertThat(
              trial
                  .run("cat deep/secrets/key; mv deep shallow; ln -s deep d; cat d/secrets/key")
                  .said())
          .doesNotContain("hunter2");
      assertThat(trial.run("cat */secrets/key").said()).doesNotContain("hunter2");
      assertThat(folder.resolve("key")).hasContent("hunter2");
    }
  }

  @ParameterizedTest
  @EnumSource
  void everyProcessEndsWithTheWall(Trial.Kind kind) throws Exception {
    try (var trial = new Trial(kind)) {
      String mark = "31" + System.nanoTime() % 1_000_000;
      Process process =
          trial.start(
              "(setsid sleep "
                  + mark
                  + " &) ; trap '' TERM; nohup sleep "
                  + mark
                  + " & echo started; sleep "
                  + mark,
              trial.root);
      assertThat(process.inputReader().readLine()).isEqualTo("started");
      await().until(() -> running(mark) >= 3);
      process.destroyForcibly();
      await().atMost(20, TimeUnit.SECONDS).until(() -> running(mark) == 0);
      assertThat(trial.run("(setsid sleep " + mark + " &) ; sleep 0.2; echo done").said())
          .isEqualTo("done\n");
      await().atMost(20, TimeUnit.SECONDS).until(() -> running(mark) == 0);
    }
  }

  private static long running(String mark) {
    return ProcessHandle.allProcesses()
        .filter(each -> each.info().commandLine().orElse("").endsWith("sleep " + mark))
        .count();
  }

  @ParameterizedTest
  @EnumSource
  void aForkBombIsBounded(Trial.Kind kind) throws Exception {
    try (var trial = new Trial(kind)) {
      org.junit.jupiter.api.Assumptions.assumeTrue(
          kind.name().endsWith("NOBODY") || HostInfo.read().boundsProcessesByNamespace(),
          "SKIPPED: this kernel cannot bound the processes of root");
      trial.bounds(
          b ->
              new Bounds(
                  b.writable(),
                  b.readOnly(),
                  b.hidden(),
                  b.denied(),
                  b.sealed(),
                  b.programs(),
                  b.state(),
                  b.home(),
                  b.network(),
                  new Bounds.Limits(400, 0),
                  b.rest()));
      String mark = "bomb" + System.nanoTime();
      Process process =
          trial.start(
              mark + "() { " + mark + " | " + mark + " & }; " + mark + "; sleep 100", trial.root);
      // It may burn out by itself soon after it has reached its bound.
      await()
          .atMost(30, TimeUnit.SECONDS)
          .pollDelay(Duration.ZERO)
          .pollInterval(Duration.ofMillis(5))
          .until(() -> bombs(mark) > 50);
      assertThat(bombs(mark)).isLessThan(450);
      process.destroyForcibly();
      await().atMost(30, TimeUnit.SECONDS).until(() -> bombs(mark) == 0);
    }
  }

  private static long bombs(String mark) {
    return ProcessHandle.allProcesses()
        .filter(each -> each.info().commandLine().orElse("").contains(mark))
        .count();
  }
}
