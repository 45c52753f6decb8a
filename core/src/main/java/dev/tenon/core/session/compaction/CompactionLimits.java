package dev.tenon.core.session.compaction;

/// When a history is shortened and what stays.
///
/// @param trigger whether that happens by itself
/// @param thresholdPercent of the model's window (without the room for its answer)
/// @param keepTokens the latest messages that stay as they are
public record CompactionLimits(Trigger trigger, int thresholdPercent, long keepTokens) {
  public static final CompactionLimits DEFAULT =
      new CompactionLimits(Trigger.AUTOMATIC, 80, 20_000);

  public CompactionLimits {
    if (thresholdPercent < 10 || thresholdPercent > 95) {
      throw new IllegalArgumentException(
          "thresholdPercent must be 10..95, was " + thresholdPercent);
    }
    if (keepTokens < 0) {
      throw new IllegalArgumentException("keepTokens must not be negative, was " + keepTokens);
    }
  }

  /// Who begins it.
  public enum Trigger {
    AUTOMATIC,
    /// Only when the person asks or the provider says that the request is too large.
    ON_REQUEST
  }
}
