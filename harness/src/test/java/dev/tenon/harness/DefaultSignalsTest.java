package dev.tenon.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class DefaultSignalsTest {
  @Test
  void anIgnoredSignalIsSeen() {
    assertThat(DefaultSignals.ignored("Name:\tx\nSigIgn:\t0000000000000001\n")).isTrue();
    assertThat(DefaultSignals.ignored("SigIgn:\t0000000000000002\n")).isTrue();
    assertThat(DefaultSignals.ignored("SigIgn:\t0000000000001000\n")).isFalse();
    assertThat(DefaultSignals.ignored("")).isFalse();
  }

  /// Under `nohup` it would ignore both for ever.
  @ParameterizedTest
  @ValueSource(strings = {"HUP", "INT"})
  void aProgramGetsTheSignalThatIsSent(String signal) throws Exception {
    Process process = new ProcessBuilder(DefaultSignals.of(List.of("sleep", "600"))).start();
    try {
      var kill = new ArrayList<>(List.of("kill", "-s", signal, Long.toString(process.pid())));
      // Until `env` has become `sleep`, a signal may still be ignored.
      while (process.isAlive()) {
        new ProcessBuilder(kill).redirectErrorStream(true).start().waitFor();
      }
      assertThat(process.waitFor()).isGreaterThan(128);
    } finally {
      process.destroyForcibly();
    }
  }
}
