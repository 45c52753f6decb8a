package dev.tenon.tools;

/// The limits of the built-in tools that a user may change.
public record ToolLimits(
    int readLines,
    int readBytes,
    int listEntries,
    int searchMatches,
    int bashSeconds,
    int bashMaxSeconds) {
  public static final ToolLimits DEFAULT = new ToolLimits(3000, 50 * 1024, 1000, 50, 120, 3600);

  public ToolLimits {
    if (readLines < 1 || readBytes < 1024 || listEntries < 1 || bashSeconds < 1) {
      throw new IllegalArgumentException("tool limits must be positive");
    }
  }
}
