package dev.tenon.core.exec.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tenon.harness.DefaultSignals;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// A JVM of its own that starts processes and is ended by a signal. Its processes write their
/// numbers into the file `pids` of its folder.
public final class KilledProgram {
  private KilledProgram() {}

  /// Starts the main class, ends it when all processes have told their numbers, and waits until
  /// nothing is left: no process, no watchdog, no temporary file.
  ///
  /// @param processes how many numbers to wait for
  /// @param arguments what the main class gets behind the folder
  public static void leavesNothing(
      Class<?> main, Path folder, int processes, String signal, String... arguments)
      throws Exception {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.add(folder.toString());
    command.addAll(List.of(arguments));
    var builder = new ProcessBuilder(DefaultSignals.of(command));
    builder.redirectErrorStream(true).redirectOutput(folder.resolve("log").toFile());
    Process program = builder.start();
    try {
      Path pids = folder.resolve("pids");
      Alive.awaitNumbers(pids, processes);
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
}
