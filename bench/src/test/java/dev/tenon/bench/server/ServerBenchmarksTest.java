package dev.tenon.bench.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Each benchmark once, so that it still does what its name says.
class ServerBenchmarksTest {
  @TempDir Path folder;

  @Test
  void everyWayToPollIsMeasured() throws Exception {
    Polling.Result result = new Polling(folder, 2, 1, Duration.ofMillis(300)).measure();
    assertThat(result.pacedPolls().rate().size()).isEqualTo(1);
    assertThat(result.fastBare().rate().median()).isPositive();
    assertThat(result.fastPolls().p99().median()).isPositive();
  }

  @Test
  void everyClientGetsEveryEvent() throws Exception {
    Streaming.Result result = new Streaming(folder, 4, 2, 2).measure();
    // Three of each turn, the beginning and the end.
    assertThat(result.delivered()).isGreaterThan(4 * 2 * 3);
    assertThat(result.latency().count()).isPositive();
  }

  @Test
  void everyPartOfAReviewIsMeasured() throws Exception {
    Reviewing.Result result = new Reviewing(folder, 3, 1).measure();
    assertThat(result.bundle().size()).isEqualTo(1);
    assertThat(result.decide().size()).isEqualTo(10);
    assertThat(result.apply().size()).isEqualTo(1);
  }

  @Test
  void eventsAreStored() {
    assertThat(new Storing(folder, 20).measure().large().size()).isPositive();
  }

  @Test
  void jobsRunOneAfterTheOther() throws Exception {
    Growth.Result result = new Growth(folder, 8).measure();
    assertThat(result.done().size()).isEqualTo(6);
    assertThat(result.heaps()).hasSize(4);
  }
}
