package dev.tenon.providers.resilience;

import java.time.Duration;

/// The numbers of the `retry` section of the configuration.
///
/// @param turnRetries whether a failed turn is retried and fallbacks are used; the retries of
///   requests and streams have their own numbers
/// @param maxRetries retries of a turn
/// @param baseDelay the pause before the first retry of a turn; it doubles from one to the next
/// @param maxDelay the longest pause before a retry of a turn; a provider that asks for more is not
///   waited for
/// @param requestMaxRetries retries of a request before its stream is there
/// @param streamMaxRetries replays of a stream that has shown nothing
/// @param revert when a fallback gives way to the model before it
public record ResilienceSettings(
    TurnRetries turnRetries,
    int maxRetries,
    Duration baseDelay,
    Duration maxDelay,
    int requestMaxRetries,
    int streamMaxRetries,
    RevertPolicy revert) {
  private static final int MOST_RETRIES = 1000;
  private static final Duration LONGEST_DELAY = Duration.ofDays(1);

  public static final ResilienceSettings DEFAULT =
      new ResilienceSettings(
          TurnRetries.ENABLED,
          3,
          Duration.ofSeconds(2),
          Duration.ofMinutes(5),
          5,
          5,
          RevertPolicy.COOLDOWN_EXPIRY);

  public ResilienceSettings {
    count("retry.maxRetries", maxRetries);
    count("retry.requestMaxRetries", requestMaxRetries);
    count("retry.streamMaxRetries", streamMaxRetries);
    delay("retry.baseDelayMs", baseDelay);
    delay("retry.maxDelayMs", maxDelay);
    if (baseDelay.compareTo(maxDelay) > 0) {
      throw new IllegalArgumentException(
          "retry.baseDelayMs ("
              + baseDelay.toMillis()
              + ") must not exceed retry.maxDelayMs ("
              + maxDelay.toMillis()
              + ")");
    }
  }

  /// Whether a failed turn is retried (`retry.enabled`).
  public enum TurnRetries {
    ENABLED,
    DISABLED
  }

  /// When the first model of a chain is used again (`retry.fallbackRevertPolicy`).
  public enum RevertPolicy {
    /// As soon as its cooldown is over.
    COOLDOWN_EXPIRY,
    /// Not before the model that took over fails in its turn.
    NEVER
  }

  private static void count(String name, int value) {
    if (value < 0 || value > MOST_RETRIES) {
      throw new IllegalArgumentException(name + " must be 0.." + MOST_RETRIES + ", was " + value);
    }
  }

  private static void delay(String name, Duration value) {
    if (value.compareTo(Duration.ofMillis(1)) < 0 || value.compareTo(LONGEST_DELAY) > 0) {
      throw new IllegalArgumentException(
          name + " must be 1.." + LONGEST_DELAY.toMillis() + ", was " + value.toMillis());
    }
  }
}
