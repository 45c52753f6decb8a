package dev.tenon.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tenon.harness.TestPrograms;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// However the built program ends, nobody is left of the commands that it ran.
class CommandsEndIT {
  /// The contract, in milliseconds, also for what ignores the request to end. What waits by design
  /// on the way is less: `shell.graceMs`, whose default other tests hold.
  private static final long PROMISED = 1_000;

  /// No part of the contract: what a machine that does much else may add until processes that were
  /// killed are gone and somebody has looked.
  private static final long LOAD = 4_000;

  @TempDir Path temporary;

  private Path project;
  private Program program;

  /// By this the processes are found from the outside: their numbers differ inside of a sandbox.
  private String nap;

  @BeforeEach
  void begin() throws IOException {
    project = Files.createDirectory(temporary.resolve("project"));
    program = new Program(project);
    nap = "sleep 600." + ProcessHandle.current().pid() + System.nanoTime();
  }

  @ParameterizedTest
  @CsvSource({"TERM,auto", "INT,auto", "HUP,auto", "KILL,auto", "TERM,off", "INT,off", "KILL,off"})
  void aSignalEndsTheTrees(String signal, String sandbox) throws Exception {
    String line =
        "trap '' TERM; "
            + nap
            + " & setsid env -i "
            + nap
            + " >/dev/null 2>&1 & ( ( nohup "
            + nap
            + " & ) & ) ; touch ready; "
            + nap;
    Process process =
        program.start(
            "--config",
            "sandbox.kind=" + sandbox,
            "tool",
            "bash",
            "{\"command\":\"" + line + "\",\"timeout\":600}");
    try {
      await().atMost(Duration.ofSeconds(60)).until(() -> count() >= 4);
      new ProcessBuilder("kill", "-s", signal, Long.toString(process.pid())).start().waitFor();
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      await()
          .atMost(Duration.ofSeconds(30))
          .untilAsserted(() -> assertThat(count()).describedAs("processes left").isZero());
    } finally {
      process.destroyForcibly();
    }
  }

  /// A helper of a helper, with a command that has processes of its own, none of which ends when it
  /// is asked to.
  @ParameterizedTest
  @CsvSource({"INT", "KILL"})
  void aSignalEndsHelpersWithTheirTreesAndTheyGoOnInAnotherProcess(String signal) throws Exception {
    Path home = Files.createDirectories(temporary.resolve("state"));
    Files.createDirectories(home.resolve("agents"));
    Files.writeString(
        home.resolve("agents/lead.md"),
        "---\ndescription: has helpers\nspawns: [task]\n---\nLead.\n");
    String napping =
        "{\"calls\": [{\"name\": \"bash\", \"arguments\": {\"command\": \"trap '' TERM; ("
            + nap
            + " & ) ; setsid "
            + nap
            + "\", \"timeout\": 600}}]}";
    String deeper = call("lead", "Lead") + "," + call("task", "Deep") + "," + napping;
    Path script = Files.writeString(temporary.resolve("one.json"), "[" + deeper + "]");
    String[] options = {"--permission-mode", "full", "--config", "sandbox.kind=auto"};
    Process process = program.start(words(options, "-p", "go", "--model", "scripted:" + script));
    long took;
    try {
      await().atMost(Duration.ofSeconds(60)).until(() -> count() >= 2);
      new ProcessBuilder("kill", "-s", signal, Long.toString(process.pid())).start().waitFor();
      long begun = System.nanoTime();
      await()
          .atMost(Duration.ofSeconds(30))
          .pollInterval(Duration.ofMillis(10))
          .untilAsserted(() -> assertThat(count()).describedAs("processes left").isZero());
      took = Duration.ofNanos(System.nanoTime() - begun).toMillis();
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    } finally {
      process.destroyForcibly();
    }
    System.out.println("helpers and their processes ended " + took + " ms after " + signal);
    assertThat(took).as("ms until the last process was gone").isLessThan(PROMISED + LOAD);
    Program.Run listed = program.run("agents");
    assertThat(listed.output())
        .containsPattern("0-Lead +interrupted")
        .containsPattern("0-Lead\\.0-Deep +interrupted");
    Path second =
        Files.writeString(
            temporary.resolve("two.json"),
            "[{\"calls\": [{\"name\": \"task\", \"arguments\": {\"resume\": {\"id\": \"0-Lead\","
                + " \"message\": \"Go on.\"}}}]}, {\"calls\": [{\"name\": \"task\", \"arguments\":"
                + " {\"resume\": {\"id\": \"0-Lead.0-Deep\", \"message\": \"Go on.\"}}}]},"
                + " {\"expect\": {\"lastUserContains\": \"Go on.\"}, \"calls\": [{\"name\":"
                + " \"yield\", \"arguments\": {\"result\": \"deep\"}}]}, {\"calls\": [{\"name\":"
                + " \"yield\", \"arguments\": {\"result\": \"lead\"}}]}, {\"text\": \"all went"
                + " on\"}]");
    Program.Run run =
        program.run(words(options, "-p", "again", "--continue", "--model", "scripted:" + second));
    assertThat(run.errors() + run.output()).contains("all went on");
    assertThat(program.run("agents").output())
        .containsPattern("0-Lead +completed")
        .containsPattern("0-Lead\\.0-Deep +completed");
  }

  /// Killed while an isolated helper's command runs: its work is there, and nothing else.
  @Test
  void aKilledProgramLeavesTheLayerOfItsHelperAndNothingElse() throws Exception {
    Files.createDirectories(temporary.resolve("state"));
    String isolated = call("task", "Apart").replace("\"agent\":", "\"isolated\": true, \"agent\":");
    String writing =
        "{\"calls\": [{\"name\": \"write_file\", \"arguments\": {\"path\": \"kept.txt\","
            + " \"content\": \"by the helper\\n\"}}]}";
    String napping =
        "{\"calls\": [{\"name\": \"bash\", \"arguments\": {\"command\": \"echo 2 > made.txt; "
            + nap
            + "\", \"timeout\": 600}}]}";
    Path script =
        Files.writeString(
            temporary.resolve("apart.json"), "[" + isolated + "," + writing + "," + napping + "]");
    Process process =
        program.start("-p", "go", "--model", "scripted:" + script, "--permission-mode", "full");
    try {
      await().atMost(Duration.ofSeconds(60)).until(() -> count() >= 1);
      process.destroyForcibly();
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      await()
          .atMost(Duration.ofSeconds(30))
          .untilAsserted(() -> assertThat(count()).describedAs("processes left").isZero());
    } finally {
      process.destroyForcibly();
    }
    assertThat(Files.readString(Path.of("/proc/self/mounts"))).doesNotContain(temporary.toString());
    assertThat(project.resolve("kept.txt")).doesNotExist();
    assertThat(program.run("agents").output()).containsPattern("0-Apart@\\S+ +kept");
    assertThat(program.run("agents", "diff", "0-Apart").output()).contains("+by the helper");
    assertThat(program.run("agents", "merge", "0-Apart").exitCode()).isZero();
    assertThat(project.resolve("kept.txt")).hasContent("by the helper");
  }

  /// The same where the helper has a real worktree of git: what it did there is listed, and comes
  /// back or goes as the person says; checkout, index and branches stay as they are.
  @ParameterizedTest
  @CsvSource({"merge", "drop"})
  void aKilledProgramLeavesTheWorktreeOfItsHelper(String action) throws Exception {
    TestPrograms.require("git");
    Path home = Files.createDirectories(temporary.resolve("state/agents"));
    Files.writeString(
        home.resolve("apart.md"),
        "---\ndescription: works apart\nisolation: worktree\n---\nWork.\n");
    Files.writeString(project.resolve("a.txt"), "one\ntwo\nthree\nfour\nfive\n");
    git("init", "-q", "-b", "main", ".");
    git("add", "-A");
    git("-c", "user.name=t", "-c", "user.email=t@t", "commit", "-q", "-m", "base");
    Files.writeString(project.resolve("a.txt"), "ONE\ntwo\nthree\nfour\nfive\n");
    String status = git("status", "--porcelain");
    String writing =
        "{\"calls\": [{\"name\": \"write_file\", \"arguments\": {\"path\": \"kept.txt\","
            + " \"content\": \"by the helper\\n\"}}]}";
    String napping =
        "{\"calls\": [{\"name\": \"bash\", \"arguments\": {\"command\": \"sed -i s/five/FIVE/"
            + " a.txt; echo made > made.txt; "
            + nap
            + "\", \"timeout\": 600}}]}";
    Path script =
        Files.writeString(
            temporary.resolve("tree.json"),
            "[" + call("apart", "Tree") + "," + writing + "," + napping + "]");
    Process process =
        program.start("-p", "go", "--model", "scripted:" + script, "--permission-mode", "full");
    try {
      await().atMost(Duration.ofSeconds(60)).until(() -> count() >= 1);
      process.destroyForcibly();
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      await()
          .atMost(Duration.ofSeconds(30))
          .untilAsserted(() -> assertThat(count()).describedAs("processes left").isZero());
    } finally {
      process.destroyForcibly();
    }
    assertThat(project.resolve("kept.txt")).doesNotExist();
    assertThat(git("status", "--porcelain")).isEqualTo(status);
    Program.Run listed = program.run("agents");
    assertThat(listed.output()).containsPattern("0-Tree@\\S+ +kept");
    assertThat(program.run("agents", "diff", "0-Tree").output())
        .contains("+by the helper", "+made", "+FIVE");
    if (action.equals("drop")) {
      assertThat(program.run("agents", "drop", "0-Tree").output()).contains("Dropped 0-Tree");
      assertThat(git("status", "--porcelain")).isEqualTo(status);
      assertThat(git("worktree", "list").lines()).hasSize(1);
    }
    // What was dropped can be brought back: nothing of it was lost.
    Program.Run merged = program.run("agents", "merge", "0-Tree");
    assertThat(merged.exitCode()).as(merged.errors() + merged.output()).isZero();
    assertThat(project.resolve("kept.txt")).hasContent("by the helper");
    assertThat(project.resolve("made.txt")).hasContent("made");
    assertThat(project.resolve("a.txt")).hasContent("ONE\ntwo\nthree\nfour\nFIVE");
    assertThat(git("worktree", "list").lines()).hasSize(1);
    assertThat(git("branch", "--list").lines()).containsExactly("* main");
    assertThat(git("diff", "--cached", "--name-only")).isEmpty();
    assertThat(git("stash", "list")).isEmpty();
    assertThat(program.run("agents").output()).doesNotContainPattern("0-Tree@\\S+ +kept");
  }

  private String git(String... words) throws Exception {
    var builder =
        new ProcessBuilder(Stream.concat(Stream.of("git"), Stream.of(words)).toArray(String[]::new))
            .directory(project.toFile())
            .redirectErrorStream(true);
    builder.environment().put("GIT_CONFIG_GLOBAL", "/dev/null");
    Process process = builder.start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(out).isZero();
    return out;
  }

  private static String call(String agent, String id) {
    return "{\"calls\": [{\"name\": \"task\", \"arguments\": {\"agent\": \""
        + agent
        + "\", \"tasks\": [{\"id\": \""
        + id
        + "\", \"description\": \"naps\", \"assignment\": \"Nap.\"}]}}]}";
  }

  private static String[] words(String[] options, String... more) {
    return Stream.concat(Stream.of(more), Stream.of(options)).toArray(String[]::new);
  }

  @Test
  void anOrdinaryEndLeavesNobodyAndNothing() throws Exception {
    Process process =
        program.start("tool", "bash", "{\"command\":\"echo hi; " + nap + " & seq 30000\"}");
    Program.Run run =
        Program.finish(
            process,
            Program.reading(process.getInputStream()),
            Program.reading(process.getErrorStream()));
    assertThat(run.exitCode()).isZero();
    assertThat(run.output()).contains("hi", "30000", "artifact://");
    assertThat(count()).isZero();
    Path folder = Path.of(System.getProperty("java.io.tmpdir"));
    try (var left = Files.newDirectoryStream(folder, "tenon-" + process.pid() + "-*")) {
      assertThat(left).isEmpty();
    }
  }

  private int count() throws IOException {
    int count = 0;
    try (var processes = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
      for (Path each : processes) {
        try {
          String line = Files.readString(each.resolve("cmdline")).replace('\0', ' ').strip();
          count += line.equals(nap) ? 1 : 0;
        } catch (IOException ended) {
          // It ended while we looked.
        }
      }
    }
    return count;
  }
}
