package dev.tenon.engine.check;

import java.time.Duration;
import java.util.Locale;

/// How a check ended.
///
/// @param exitCode -1 if it did not exit by itself
/// @param output what it printed; of much, the beginning and the end
/// @param bytes how much it printed in all
/// @param message what a person should know beside that; often empty
public record CheckResult(
    Status status, int exitCode, String output, long bytes, Duration took, String message) {

  /// The ways in which a check ends.
  public enum Status {
    PASSED,
    FAILED,
    TIMED_OUT,
    CANCELLED,
    /// It could not be started.
    ERROR;

    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public boolean passed() {
    return status == Status.PASSED;
  }

  /// The end in a few words: `passed`, `failed (exit code 1)`.
  public String words() {
    return switch (status) {
      case PASSED -> "passed";
      case FAILED -> "failed (exit code " + exitCode + ")";
      case TIMED_OUT -> "was stopped after " + took.toSeconds() + " s";
      case CANCELLED -> "was cancelled";
      case ERROR -> "could not be started";
    };
  }
}
