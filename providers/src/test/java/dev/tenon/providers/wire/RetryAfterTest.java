package dev.tenon.providers.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.http.Headers;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RetryAfterTest {
  private static final Instant NOW = Instant.parse("2026-11-15T12:00:00Z");

  @ParameterizedTest
  @CsvSource({
    "retry-after-ms, 1500, 1500",
    "retry-after-ms, 12.7, 13",
    "retry-after, 7, 7000",
    "retry-after, 0.25, 250",
    "retry-after, 'Sun, 15 Nov 2026 12:00:30 GMT', 30000",
    "retry-after, 'Sun, 15 Nov 2026 11:00:00 GMT', 0",
    "retry-after, -5, 0",
    "Retry-After, 3, 3000",
    "x-ratelimit-reset-ms, 2500, 2500",
    "x-ratelimit-reset-ms, 1794744004000, 4000",
    "x-ratelimit-reset, 5, 5000",
    "x-ratelimit-reset, 1794744060, 60000",
    "x-ratelimit-reset, 1794744060000, 60000",
    "x-ratelimit-reset, 6m0s, 360000",
    "x-ratelimit-reset-requests, 1h2m3.5s, 3723500",
    "x-ratelimit-reset-tokens, 120ms, 120",
  })
  void readsEveryHeader(String name, String value, long millis) {
    assertThat(RetryAfter.of(Headers.of(name, value), "", NOW))
        .isEqualTo(Duration.ofMillis(millis));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "soon", "6x", "m", "1e3", "99999999999999999999999", "NaN"})
  void passesOverWhatItCannotRead(String value) {
    assertThat(RetryAfter.of(Headers.of("retry-after", value), "", NOW)).isNull();
  }

  @Test
  void theMostDirectHeaderCounts() {
    var headers = Headers.of("x-ratelimit-reset", "9", "retry-after", "8", "retry-after-ms", "7");

    assertThat(RetryAfter.of(headers, "try again in 1s", NOW)).isEqualTo(Duration.ofMillis(7));
  }

  @Test
  void theLimitThatIsUsedUpCounts() {
    var headers =
        Headers.of(
            "x-ratelimit-remaining-requests", "99",
            "x-ratelimit-reset-requests", "10m",
            "x-ratelimit-remaining-tokens", "0",
            "x-ratelimit-reset-tokens", "12s");

    assertThat(RetryAfter.of(headers, "", NOW)).isEqualTo(Duration.ofSeconds(12));
  }

  @Test
  void anthropicsResetsAreTimes() {
    var headers =
        Headers.of(
            "anthropic-ratelimit-requests-remaining", "10",
            "anthropic-ratelimit-requests-reset", "2026-11-15T12:10:00Z",
            "anthropic-ratelimit-input-tokens-remaining", "0",
            "anthropic-ratelimit-input-tokens-reset", "2026-11-15T12:00:20Z");

    assertThat(RetryAfter.of(headers, "", NOW)).isEqualTo(Duration.ofSeconds(20));
  }

  @ParameterizedTest
  @CsvSource({
    "'Rate limit reached. Please try again in 1.2s. Contact us.', 1200",
    "'Please try again in 6m0s.', 360000",
    "'Please retry in 34.5s', 34500",
    "'Try again in 20 seconds', 20000",
  })
  void wordsAreTheLastResort(String message, long millis) {
    assertThat(RetryAfter.of(Headers.NONE, message, NOW)).isEqualTo(Duration.ofMillis(millis));
  }

  @Test
  void nothingSaysNothing() {
    assertThat(RetryAfter.of(Headers.NONE, "try again in a while", NOW)).isNull();
  }
}
