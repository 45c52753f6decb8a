package dev.tenon.core.model;

/// Tokens of one answer. `input` counts only what was neither read from nor written to the prompt
/// cache, so that the four numbers add up to what was processed.
public record Usage(long input, long output, long cacheRead, long cacheWrite) {
  public static final Usage NONE = new Usage(0, 0, 0, 0);

  public Usage plus(Usage other) {
    return new Usage(
        input + other.input,
        output + other.output,
        cacheRead + other.cacheRead,
        cacheWrite + other.cacheWrite);
  }

  public long total() {
    return input + output + cacheRead + cacheWrite;
  }
}
