package dev.tenon.cli.terminal.render;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class AmountsTest {

  @Test
  void numbersAreGrouped() {
    assertThat(Amounts.count(0)).isEqualTo("0");
    assertThat(Amounts.count(999)).isEqualTo("999");
    assertThat(Amounts.count(1234567)).isEqualTo("1,234,567");
    assertThat(Amounts.count(-1234)).isEqualTo("-1,234");
    assertThat(Amounts.count(1, "entry")).isEqualTo("1 entry");
    assertThat(Amounts.count(2, "entry")).isEqualTo("2 entries");
    assertThat(Amounts.count(1000, "char")).isEqualTo("1,000 chars");
  }

  @Test
  void timesBytesAndMoney() {
    assertThat(Amounts.time(Duration.ofMillis(12))).isEqualTo("12 ms");
    assertThat(Amounts.time(Duration.ofMillis(3456))).isEqualTo("3.4 s");
    assertThat(Amounts.time(Duration.ofSeconds(125))).isEqualTo("2 min 5 s");
    assertThat(Amounts.bytes(1023)).isEqualTo("1023 B");
    assertThat(Amounts.bytes(3500)).isEqualTo("3.4 KB");
    assertThat(Amounts.bytes(5 * 1024 * 1024)).isEqualTo("5.0 MB");
    assertThat(Amounts.dollars(0.01234)).isEqualTo("$0.0123");
    assertThat(Amounts.dollars(0.99999)).isEqualTo("$1.0000");
    assertThat(Amounts.dollars(1234.5)).isEqualTo("$1,234.50");
    assertThat(Amounts.dollars(0)).isEqualTo("$0.0000");
  }
}
