package dev.tenon.bench.agents;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Each benchmark once, so that it still does what its name says.
class AgentsBenchmarksTest {
  @TempDir Path folder;

  @Test
  void everyKindOfPromptIsMeasured() throws Exception {
    assertThat(new Helping(folder, 2).times().values())
        .hasSize(4)
        .allSatisfy(sample -> assertThat(sample.size()).isEqualTo(2));
  }

  @Test
  void aLookForFoldersThatAreMissingIsMeasured() throws Exception {
    assertThat(Discovering.missing(folder, 3).size()).isEqualTo(3);
  }

  @Test
  void layersAreOpenedOverTwoSizes() throws Exception {
    Layering.Times times = new Layering(folder, 2_000, 1).measure();
    assertThat(times.open().size()).isEqualTo(1);
    assertThat(times.openSmall().size()).isEqualTo(1);
  }

  @Test
  void fingerprintAndReceiptAreMeasured() throws Exception {
    Proving.Times times = new Proving(folder, 300, 2).measure();
    assertThat(times.fingerprint().size()).isEqualTo(2);
    assertThat(times.receipt().size()).isEqualTo(2);
    assertThat(times.changes()).isEqualTo(20);
    assertThat(times.checks()).isEqualTo(50);
  }
}
