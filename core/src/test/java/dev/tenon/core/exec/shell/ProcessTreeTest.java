package dev.tenon.core.exec.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tenon.harness.Alone;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Whatever a command does, nobody is left of it.
@Alone
class ProcessTreeTest {
  /// Each leaves processes behind that write their numbers into `pids`, and goes on.
  private static final String DOUBLE_FORK = "( (echo $BASHPID >> pids; exec sleep 600) & )";

  private static final String SETSID = "setsid bash -c 'echo $$ >> pids; exec sleep 600' &";
  private static final String NOHUP =
      "nohup bash -c 'echo $$ >> pids; exec sleep 600' >/dev/null 2>&1 &";
  private static final String TRAP =
      "bash -c 'trap \"\" TERM HUP INT; echo $$ >> pids; while :; do sleep 1; done' &";
  private static final String DAEMON =
      "( setsid env -i /bin/bash -c '( ( echo $BASHPID >> pids; exec sleep 600 ) & )' </dev/null"
          + " >/dev/null 2>&1 & )";
  private static final String GROUP = "set -m; sleep 600 & echo $! >> pids; set +m";
  private static final String FLOOD = "yes & echo $! >> pids";

  @TempDir Path folder;

  private final Shell shell = new Shell(Shell.Setup.DEFAULT.withGrace(Duration.ofMillis(300)));

  @AfterEach
  void close() {
    shell.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {DOUBLE_FORK, SETSID, NOHUP, TRAP, DAEMON, GROUP, FLOOD})
  void nobodyIsLeftAfterTheExit(String escape) throws Exception {
    long start = System.nanoTime();
    Shell.Finished finished =
        shell.run(command(escape + "\nuntil [ -s pids ]; do sleep 0.01; done; exit 3"), text -> {});
    assertThat(finished.ending()).isEqualTo(Shell.Ending.EXITED);
    assertThat(finished.exitCode()).isEqualTo(3);
    assertThat(finished.notes()).singleElement().asString().contains("background");
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(60));
    Alive.awaitGone(folder.resolve("pids"));
  }

  @Test
  void nobodyIsLeftAfterATimeout() throws Exception {
    String all =
        String.join("\n", DOUBLE_FORK, SETSID, NOHUP, TRAP, DAEMON, GROUP, FLOOD)
            + "\ntrap '' TERM; while :; do sleep 1; done";
    Shell.Finished finished =
        shell.run(new Shell.Command(all, folder, Duration.ofSeconds(6)), text -> {});
    assertThat(finished.ending()).isEqualTo(Shell.Ending.TIMED_OUT);
    assertThat(Files.readAllLines(folder.resolve("pids"))).hasSize(7);
    Alive.awaitGone(folder.resolve("pids"));
  }

  @ParameterizedTest
  @ValueSource(strings = {DOUBLE_FORK, SETSID, NOHUP, TRAP, DAEMON, GROUP, FLOOD})
  void nobodyIsLeftAfterAnAbortOrAClose(String escape) throws Exception {
    Path pids = folder.resolve("pids");
    Thread running = start(escape + "\nwait; sleep 600");
    Alive.awaitNumbers(pids, 1);
    running.interrupt();
    assertThat(running.join(Duration.ofSeconds(60))).isTrue();
    Alive.awaitGone(pids);
    Files.delete(pids);
    Thread again = start(escape + "\nwait; sleep 600");
    Alive.awaitNumbers(pids, 1);
    shell.close();
    Alive.awaitGone(pids);
    assertThat(again.join(Duration.ofSeconds(60))).isTrue();
  }

  @Test
  void whoEndsWhenAskedIsNotKilled() throws Exception {
    Shell patient = new Shell(Shell.Setup.DEFAULT);
    try (patient) {
      var line =
          "trap 'sleep 0.3; echo tidied > tidied; exit 0' TERM; echo up; while :; do sleep 0.05;"
              + " done";
      Shell.Finished finished =
          patient.run(new Shell.Command(line, folder, Duration.ofSeconds(2)), text -> {});
      assertThat(finished.output()).startsWith("up\n");
      assertThat(folder.resolve("tidied")).hasContent("tidied\n");
    }
  }

  @Test
  void theShellDoesNotGoOnWithItsNextLineWhenItsChildIsEnded() throws Exception {
    shell.run(new Shell.Command("sleep 60\ntouch next", folder, Duration.ofSeconds(1)), text -> {});
    assertThat(folder.resolve("next")).doesNotExist();
  }

  @Test
  void aChainOfForksIsCaught() throws Exception {
    // A name that no other run on this machine has.
    String link = "link" + ProcessHandle.current().pid();
    // Each link starts the next one and ends, so that its number is new at every look.
    Files.writeString(
        folder.resolve(link), "echo $$ >> pids; sleep 0.02; setsid bash " + link + " & exit\n");
    Shell.Finished finished =
        shell.run(command("bash " + link + " & sleep 0.5; echo over"), text -> {});
    assertThat(finished.output()).contains("over");
    int count = Files.readAllLines(folder.resolve("pids")).size();
    Alive.awaitGone(folder.resolve("pids"));
    await()
        .during(Duration.ofMillis(500))
        .atMost(Duration.ofSeconds(20))
        .until(
            () ->
                Files.readAllLines(folder.resolve("pids")).size() == count
                    || Alive.with("bash " + link).isEmpty());
    // One that was about to be ended may take a moment; a chain that was not caught never ends.
    await()
        .atMost(Duration.ofSeconds(20))
        .untilAsserted(() -> assertThat(Alive.with("bash " + link)).isEmpty());
  }

  @Test
  void otherProcessesOfTheUserAreLeftAlone() throws Exception {
    Process other = new ProcessBuilder("sleep", "600").start();
    try {
      shell.run(command("sleep 600 & sleep 600 & exit 1"), text -> {});
      assertThat(other.isAlive()).isTrue();
    } finally {
      other.destroyForcibly().waitFor();
    }
  }

  @Test
  void closingLeavesNoThreadProcessOrFile() throws Exception {
    Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
    String own = "tenon-" + ProcessHandle.current().pid() + "-";
    var busy = new Shell(Shell.Setup.DEFAULT);
    for (int i = 0; i < 3; i++) {
      busy.run(command("echo $$ >> pids; sleep 100 & echo $! >> pids"), text -> {});
    }
    busy.close();
    Alive.awaitGone(folder.resolve("pids"));
    shell.close();
    await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(
            () -> {
              assertThat(Thread.getAllStackTraces().keySet())
                  .noneMatch(it -> it.getName().startsWith("shell-"));
              assertThat(
                      ProcessHandle.current().descendants().filter(it -> Alive.isAlive(it.pid())))
                  .isEmpty();
              try (var files = Files.newDirectoryStream(temporary, own + "*")) {
                assertThat(files).isEmpty();
              }
            });
  }

  /// A program that is killed has no last words; its watchdog ends what it ran.
  @ParameterizedTest
  @ValueSource(strings = {"KILL", "TERM", "INT", "HUP"})
  void nobodyIsLeftWhenTheProgramIsEnded(String signal) throws Exception {
    String line = String.join("\n", SETSID, DAEMON, TRAP, "sleep 600");
    KilledProgram.leavesNothing(RunOne.class, folder, 3, signal, line);
  }

  /// A program that runs one command.
  static final class RunOne {
    private RunOne() {}

    public static void main(String[] arguments) throws Exception {
      new Shell(Shell.Setup.DEFAULT.withGrace(Duration.ofMillis(300)))
          .run(
              new Shell.Command(arguments[1], Path.of(arguments[0]), Duration.ofMinutes(10)),
              System.out::print);
    }
  }

  private Thread start(String line) {
    return Thread.ofVirtual()
        .start(
            () -> {
              try {
                shell.run(command(line), text -> {});
              } catch (IOException unexpected) {
                throw new UncheckedIOException(unexpected);
              }
            });
  }

  private Shell.Command command(String line) {
    return new Shell.Command(line, folder, Duration.ofMinutes(2));
  }
}
