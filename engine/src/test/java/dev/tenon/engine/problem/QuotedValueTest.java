package dev.tenon.engine.problem;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class QuotedValueTest {
  @Test
  void aValueStaysOnItsLineWithNothingHidden() {
    assertThat(QuotedValue.of("a\nb\r\t\033[2K\u202e\u200b\u3164\u009b"))
        .isEqualTo("'a\\nb\\r\\t\\u001b[2K\\u202e\\u200b\\u3164\\u009b'");
    assertThat(QuotedValue.of("x\udb40\udc41y\ud800")).isEqualTo("'x\\u{e0041}y\\ud800'");
    assertThat(QuotedValue.of("é世😀")).isEqualTo("'é世😀'");
  }

  @Test
  void aLongValueIsCutBetweenCharacters() {
    assertThat(QuotedValue.of("x".repeat(59) + "😀y")).isEqualTo("'" + "x".repeat(59) + "…'");
  }
}
