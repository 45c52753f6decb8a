package dev.tenon.bench.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class HistogramTest {
  @Test
  void quantilesAreExactToThreePercent() {
    var histogram = new Histogram();
    for (int micros = 1; micros <= 100_000; micros++) {
      histogram.add(micros * 1_000L);
    }
    assertThat(histogram.count()).isEqualTo(100_000);
    for (double part : new double[] {0.01, 0.5, 0.9, 0.99, 1}) {
      assertThat(histogram.millis(part)).isCloseTo(100 * part, within(100 * part * 0.032));
    }
    assertThat(histogram.largestMillis()).isEqualTo(100);
  }

  @Test
  void smallAndHugeValuesHaveAPlace() {
    var histogram = new Histogram();
    histogram.add(-5);
    histogram.add(3_000);
    histogram.add(Long.MAX_VALUE);
    assertThat(histogram.millis(0.5)).isEqualTo(0.003);
    assertThat(histogram.millis(1)).isGreaterThan(1e12);
  }

  @Test
  void nothingHasNoQuantile() {
    assertThatThrownBy(() -> new Histogram().millis(0.5)).hasMessage("nothing was measured");
  }
}
