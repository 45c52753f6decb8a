package dev.tenon.bench.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tenon.bench.process.Program;
import dev.tenon.harness.TestPrograms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class TerminalRunTest {
  @TempDir Path folder;

  @BeforeEach
  void needsPseudoTerminals() {
    TestPrograms.require("setsid");
    assumeTrue(Files.exists(Path.of("/dev/ptmx")), "SKIPPED: no pseudo-terminals here");
  }

  private TerminalRun run(String line) throws IOException {
    var program =
        new Program("test", List.of("sh", "-c", line), folder, Map.of("PATH", Program.path()));
    return new TerminalRun(program);
  }

  @Test
  void aKeyIsSeenWhenTheProgramWritesIt() throws Exception {
    // Two bytes of the key, and the two with which a run is left.
    try (TerminalRun run =
        run(
            "stty raw; printf 'size '; stty size; printf '\\033[?2026h❯\\033[?2026l'; exec dd bs=1"
                + " count=4")) {
      assertThat(run.await("❯", 0)).isGreaterThan(run.begun());
      assertThat(run.shows("size 40 120")).isTrue();
      assertThat(run.echo("ß")).isPositive();
      assertThat(run.frames()).isEqualTo(1);
      assertThat(ProcessFacts.of(run.pid()).peak()).isPositive();
    }
  }

  @Test
  void theTerminalItselfEchoesNothing() throws Exception {
    try (TerminalRun run = run("printf ❯; read -r line; printf 'got %s' \"$line\"")) {
      run.await("❯", 0);
      run.type("typed\n");
      run.await("got typed", 0);
      assertThat(run.shows("typed\r\n")).isFalse();
    }
  }

  @Test
  void whatNeverComesIsToldWithTheEndOfWhatCame() throws Exception {
    try (TerminalRun run = run("printf 'no prompt here'")) {
      assertThatThrownBy(() -> run.await("❯", 0))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("no prompt here");
    }
  }
}
