package dev.tenon.core.model;

/// What a model costs, in US dollars for a million tokens.
public record Pricing(double input, double output, double cacheRead, double cacheWrite) {
  public static final Pricing FREE = new Pricing(0, 0, 0, 0);

  /// The cost of this usage in US dollars.
  public double cost(Usage usage) {
    return (usage.input() * input
            + usage.output() * output
            + usage.cacheRead() * cacheRead
            + usage.cacheWrite() * cacheWrite)
        / 1_000_000;
  }
}
