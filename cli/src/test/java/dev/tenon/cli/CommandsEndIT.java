package dev.tenon.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// However the built program ends, nobody is left of the commands that it ran.
class CommandsEndIT {
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
