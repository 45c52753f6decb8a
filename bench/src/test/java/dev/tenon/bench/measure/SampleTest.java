package dev.tenon.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class SampleTest {
  @Test
  void orderDoesNotMatter() {
    Sample sample = of(5, 1, 4, 2, 3, 10, 6, 9, 8, 7);
    assertThat(sample.median()).isEqualTo(5.5);
    assertThat(sample.p90()).isEqualTo(9);
    assertThat(sample.min()).isEqualTo(1);
    assertThat(of(3, 1, 2).median()).isEqualTo(2);
    assertThat(of(7).p90()).isEqualTo(7);
  }

  @Test
  void nothingHasNoMedian() {
    assertThatThrownBy(() -> new Sample().median()).hasMessage("nothing was measured");
  }

  @Test
  void numbersHaveThreeDigits() {
    assertThat(List.of(1234.5, 123.4, 12.34, 1.234, 0.1234).stream().map(Report::number))
        .containsExactly("1,235", "123", "12.3", "1.23", "0.123");
  }

  @Test
  void aReportIsMarkdown() {
    var report =
        new Report().heading("One").table(List.of("what", "ms"), List.of(List.of("a", "1.00")));
    assertThat(report).hasToString("# One\n\n| what | ms |\n| --- | --: |\n| a | 1.00 |\n");
    assertThatThrownBy(() -> report.table(List.of("a"), List.of(List.of("b", "c"))))
        .hasMessageContaining("does not fit");
  }

  private static Sample of(double... values) {
    var sample = new Sample();
    for (double value : values) {
      sample.add(value);
    }
    return sample;
  }
}
