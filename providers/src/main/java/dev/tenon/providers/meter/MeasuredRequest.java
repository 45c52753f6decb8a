package dev.tenon.providers.meter;

import dev.tenon.core.model.Usage;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/// One request to a model and what it used.
///
/// @param at when it was sent
/// @param model who answered, or who was asked if nobody did
/// @param dollars null when the price of the model is not known
/// @param tools the tools that the answer calls, each as often as it does
/// @param agent the agent of the helper that asked; empty for the conversation itself
public record MeasuredRequest(
    Instant at,
    String model,
    Usage usage,
    @Nullable Double dollars,
    Duration took,
    Ending ending,
    List<String> tools,
    String agent) {
  public MeasuredRequest {
    tools = List.copyOf(tools);
  }

  public MeasuredRequest(
      Instant at,
      String model,
      Usage usage,
      @Nullable Double dollars,
      Duration took,
      Ending ending,
      List<String> tools) {
    this(at, model, usage, dollars, took, ending, tools, "");
  }

  /// How a request ended. What was not told at the end is estimated from the text.
  public enum Ending {
    DONE,
    /// Stopped by a person or a rule; the usage is an estimate.
    STOPPED,
    /// Failed after something had arrived; the usage is an estimate.
    FAILED
  }

  public OptionalDouble cost() {
    return dollars == null ? OptionalDouble.empty() : OptionalDouble.of(dollars);
  }
}
