package dev.tenon.providers.wire;

/// Where a vendor that speaks a known wire differs from its inventor.
public enum Quirk {
  /// The output limit is `max_completion_tokens`; `max_tokens` is refused.
  MAX_COMPLETION_TOKENS,
  /// `stream_options` is refused; there is no usage in the stream unless the vendor sends it
  /// anyway.
  NO_STREAM_OPTIONS,
  /// `reasoning_effort` is understood.
  REASONING_EFFORT,
  /// Reasoning is asked for with `reasoning: {effort}`, and `reasoning_details` go back unchanged.
  REASONING_OBJECT,
  /// Thinking is switched off with `thinking: {type: disabled}`, and the highest effort is `max`.
  THINKING_SWITCH,
  /// The model's own `reasoning_content` has to go back with its messages.
  REASONING_BACK,
  /// Ids of tool calls are exactly nine letters and digits.
  NINE_CHARACTER_IDS,
  /// The prompt is marked for the cache like Anthropic's, where the model is one of theirs.
  CACHE_MARKS
}
