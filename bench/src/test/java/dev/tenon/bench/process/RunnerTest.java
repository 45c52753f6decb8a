package dev.tenon.bench.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunnerTest {
  private static final String BUSY = "i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done";

  @TempDir Path folder;

  @Test
  void timeIsWallAndProcessor() throws Exception {
    Runner.Time time = new Runner(folder).time(shell(BUSY));
    assertThat(time.wall()).isPositive();
    assertThat(time.processor()).isPositive();
    Runner.Time none = new Runner(folder).time(shell("exit 0"));
    assertThat(none.processor()).isLessThan(time.processor());
  }

  @Test
  void memoryIsThatOfTheProgram() throws Exception {
    assumeTrue(Files.exists(Path.of("/proc/self/status")));
    assertThat(new Runner(folder).peakMemory(shell(BUSY))).isBetween(100_000L, 50_000_000L);
  }

  @Test
  void aProgramHasItsOwnEnvironmentAndFolder() throws Exception {
    assertThat(new Runner(folder).print(shell("echo \"$MARK $PWD\"")))
        .isEqualTo("here " + folder.toRealPath() + "\n");
  }

  @Test
  void aFailureEndsTheMeasurement() {
    assertThatThrownBy(() -> new Runner(folder).time(shell("echo no >&2; exit 3")))
        .hasMessage("shell ended with 3: no");
  }

  private Program shell(String line) {
    return new Program("shell", List.of("/bin/sh", "-c", line), folder, Map.of("MARK", "here"));
  }
}
