package dev.tenon.core.exec.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.exec.shell.Confinement;
import dev.tenon.core.exec.shell.Reach;
import dev.tenon.core.exec.shell.Shell;
import dev.tenon.harness.TestPrograms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The sandbox as a shell uses it.
class SandboxTest {
  @TempDir Path folder;
  private Path root;
  private Path state;

  @BeforeEach
  void folders() throws Exception {
    root = Files.createDirectories(folder.resolve("project")).toRealPath();
    state = Files.createDirectories(folder.resolve("state")).toRealPath();
  }

  private Sandbox sandbox(Sandbox.Choice choice) {
    return new Sandbox(choice, Bounds.of(root, state, folder.resolve("home")));
  }

  private Sandbox working(Sandbox.Choice choice) throws InterruptedException {
    Sandbox sandbox = sandbox(choice);
    Assumptions.assumeTrue(
        sandbox.state().confines(), "SKIPPED: no sandbox here: " + sandbox.state());
    return sandbox;
  }

  private Shell.Finished run(Confinement confinement, String line) throws IOException {
    try (var shell = new Shell(Set.of(), confinement)) {
      return shell.run(command(line), text -> {});
    }
  }

  private Shell.Command command(String line) {
    return new Shell.Command(line, root, Duration.ofSeconds(30));
  }

  @Test
  void whereItIsOffCommandsPassAndNothingIsSaid() throws Exception {
    try (Sandbox off = sandbox(Sandbox.Choice.OFF)) {
      assertThat(off.state()).isEqualTo(new Sandbox.State.Off());
      assertThat(off.label()).isEqualTo("none");
      assertThat(run(off, "echo passed").output()).isEqualTo("passed\n");
      assertThat(state.resolve("sandbox")).doesNotExist();
    }
  }

  @Test
  void whereItIsMissingThatIsSaidOnce() throws Exception {
    state = Files.writeString(folder.resolve("file"), "");
    try (Sandbox missing = sandbox(Sandbox.Choice.AUTO)) {
      assertThat(missing.state()).isInstanceOf(Sandbox.State.Missing.class);
      assertThat(run(missing, "true").notes())
          .singleElement()
          .asString()
          .contains("commands run without a sandbox here", state.toString());
      assertThat(run(missing, "true").notes()).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"AUTO", "BWRAP", "UNSHARE"})
  void aShellRunsBehindIt(Sandbox.Choice choice) throws Exception {
    try (Sandbox sandbox = working(choice)) {
      assertThat(run(sandbox, "echo out; echo err >&2; echo dev > /dev/stdout; exit 3"))
          .returns("out\nerr\ndev\n", Shell.Finished::output)
          .returns(3, Shell.Finished::exitCode);
      assertThat(run(sandbox, "touch /etc/tenon-made").notes().toString())
          .contains("sandbox.writable");
      assertThat(run(sandbox, "echo $((6 * 7)) > made; cat made").output()).isEqualTo("42\n");
    }
    try (var left = Files.list(state.resolve("sandbox"))) {
      assertThat(left).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"BWRAP", "UNSHARE"})
  void aTerminalAndVariablesComeThrough(Sandbox.Choice choice) throws Exception {
    TestPrograms.require("script");
    try (Sandbox sandbox = working(choice);
        var shell = new Shell(Set.of("HIDDEN"), sandbox)) {
      assertThat(
              shell
                  .run(
                      command("[ -t 1 ] && echo terminal; echo \"$GIVEN\"")
                          .with(Map.of("GIVEN", "a b'c\"d"))
                          .in(Shell.Terminal.DEFAULT),
                      text -> {})
                  .output())
          .isEqualTo("terminal\na b'c\"d\n");
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"BWRAP", "UNSHARE"})
  void variablesOfACommandDoNotReachWhoBuildsTheWall(Sandbox.Choice choice) throws Exception {
    Path outside = Files.createDirectories(folder.resolve("outside"));
    try (Sandbox sandbox = working(choice);
        var shell = new Shell(Set.of(), sandbox)) {
      Map<String, String> evil =
          Map.of(
              "LD_DEBUG",
              "files",
              "LD_DEBUG_OUTPUT",
              outside.resolve("trace").toString(),
              "BASH_FUNC_mount%%",
              "() { touch " + outside.resolve("made") + "; }");
      assertThat(shell.run(command("echo $LD_DEBUG").with(evil), text -> {}).output())
          .contains("files");
      assertThat(outside).isEmptyDirectory();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"BWRAP", "UNSHARE"})
  void aReadOnlyWallLetsNothingBeWritten(Sandbox.Choice choice) throws Exception {
    Files.writeString(root.resolve("file"), "text\n");
    try (Sandbox sandbox = working(choice);
        var shell = new Shell(Set.of(), sandbox)) {
      Shell.Finished finished =
          shell.run(
              command("cat file; echo x > file; touch /tmp/fine").reaching(Reach.LOOKING),
              text -> {});
      assertThat(finished.output()).startsWith("text\n").contains("Read-only file system");
      assertThat(finished.exitCode()).isZero();
      assertThat(root.resolve("file")).hasContent("text\n");
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"BWRAP", "UNSHARE"})
  void aTimeoutEndsAllOfIt(Sandbox.Choice choice) throws Exception {
    String mark = "87" + Math.floorMod(System.nanoTime(), 1_000_000L);
    try (Sandbox sandbox = working(choice);
        var shell = new Shell(Set.of(), sandbox)) {
      var slow =
          new Shell.Command(
              "trap '' TERM; (setsid sleep " + mark + " &); sleep " + mark,
              root,
              Duration.ofSeconds(2));
      assertThat(shell.run(slow, text -> {}).ending()).isEqualTo(Shell.Ending.TIMED_OUT);
      assertThat(ProcessHandle.allProcesses())
          .noneMatch(it -> it.info().commandLine().orElse("").endsWith("sleep " + mark));
    }
  }

  @Test
  void whatAKilledProcessLeftIsSweptUp() throws Exception {
    Path left = Files.createDirectories(state.resolve("sandbox/left/tmp0/deep"));
    Files.createFile(state.resolve("sandbox/left/lock"));
    Files.createSymbolicLink(left.resolve("link"), root);
    Files.writeString(root.resolve("kept"), "");
    try (SandboxFolder first = SandboxFolder.open(state);
        SandboxFolder second = SandboxFolder.open(state)) {
      assertThat(state.resolve("sandbox/left")).doesNotExist();
      assertThat(first.newRoot()).exists();
      assertThat(second.newRoot()).exists();
    }
    assertThat(root.resolve("kept")).exists();
    assertThat(List.of(state.resolve("sandbox")))
        .allSatisfy(it -> assertThat(it).isEmptyDirectory());
  }
}
