package dev.tenon.bench.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Each benchmark once, so that it still does what its name says.
class ShellBenchmarksTest {
  @TempDir Path folder;

  @Test
  void everyWayToStartIsMeasured() throws Exception {
    assertThat(new Starting(folder, 2).measure().values())
        .hasSize(6)
        .allSatisfy(sample -> assertThat(sample.size()).isEqualTo(2));
  }

  @Test
  void everyLineIsSeenOnItsWay() throws Exception {
    assertThat(new Liveness(folder, 3).measure().size()).isEqualTo(3);
  }

  @Test
  void everyWallIsMeasured() throws Exception {
    assertThat(new Walls(folder, 2).measure())
        .containsKey("no sandbox")
        .allSatisfy((name, sample) -> assertThat(sample.size()).isEqualTo(2));
  }

  @Test
  void aHookIsMeasured() throws Exception {
    var report = new dev.tenon.bench.measure.Report();
    new Hooking(folder, 2).describe(report);
    assertThat(report.toString()).contains("as a hook");
  }

  @Test
  void everyCommandIsJudged() {
    assertThat(new Judging(2).measure().values())
        .hasSize(13)
        .allSatisfy(sample -> assertThat(sample.size()).isEqualTo(2));
  }

  @Test
  void everyFloodIsTaken() throws Exception {
    for (Flood.Kind kind : Flood.Kind.values()) {
      assertThat(new Flood(folder, 4 << 20).run(kind).megabytesPerSecond()).isPositive();
    }
  }

  @Test
  void everyPartOfWatchingACommandIsMeasured() throws Exception {
    assertThat(new RepositorySearch(folder, 300, 2).measure().values())
        .hasSize(3)
        .allSatisfy(sample -> assertThat(sample.size()).isPositive());
    assertThat(new Scanning(folder, 300, 2).measure().values())
        .hasSize(4)
        .allSatisfy(sample -> assertThat(sample.size()).isPositive());
  }
}
