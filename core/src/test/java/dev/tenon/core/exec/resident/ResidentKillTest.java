package dev.tenon.core.exec.resident;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tenon.core.exec.shell.Alive;
import dev.tenon.core.exec.shell.Confinement;
import dev.tenon.core.exec.shell.Program;
import dev.tenon.core.exec.shell.Shell;
import dev.tenon.harness.DefaultSignals;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What becomes of residents when the program that started them is killed.
class ResidentKillTest {
  private static final String SCRIPT =
      """
      trap '' TERM HUP INT PIPE
      setsid sh -c 'trap "" TERM; echo $$ >>pids; while :; do sleep 600; done' &
      ( ( env -i /bin/sh -c 'trap "" TERM; echo $$ >>pids; while :; do sleep 600; done' & ) & )
      echo $$ >>pids
      while :; do sleep 600; done
      """;

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"KILL", "TERM"})
  void nothingSurvivesTheProgram(String signal) throws Exception {
    var builder =
        new ProcessBuilder(
            DefaultSignals.of(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-cp",
                    System.getProperty("java.class.path"),
                    StartTwo.class.getName(),
                    folder.toString())));
    builder.redirectErrorStream(true).redirectOutput(folder.resolve("log").toFile());
    Process program = builder.start();
    try {
      Path pids = folder.resolve("pids");
      Alive.awaitNumbers(pids, 6);
      int killed =
          new ProcessBuilder("kill", "-s", signal, Long.toString(program.pid())).start().waitFor();
      assertThat(killed).isZero();
      Alive.awaitGone(pids);
      assertThat(program.waitFor(60, TimeUnit.SECONDS)).isTrue();
      String own = "tenon-" + program.pid() + "-";
      await()
          .atMost(Duration.ofSeconds(30))
          .untilAsserted(() -> assertThat(Alive.with(own)).describedAs("watchdog").isEmpty());
      Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
      try (var files = Files.newDirectoryStream(temporary, own + "*")) {
        assertThat(files).isEmpty();
      }
    } finally {
      program.destroyForcibly();
    }
  }

  /// A program with two residents.
  static final class StartTwo {
    private StartTwo() {}

    public static void main(String[] arguments) throws Exception {
      var residents = new Residents(new Shell(Shell.Setup.DEFAULT), text -> text);
      for (int i = 0; i < 2; i++) {
        residents.start(
            "it",
            new Program(List.of("bash", "-c", SCRIPT), Path.of(arguments[0])),
            Confinement.none());
      }
      new CountDownLatch(1).await();
    }
  }
}
