package dev.tenon.testkit.script;

/// Why a [Reply] ends.
public enum Stop {
  /// The model had said all it wanted.
  END,
  /// The limit of output tokens was reached.
  LENGTH,
  /// The model waits for tool results.
  TOOL_USE,
  /// The model declines: Anthropic `refusal`, Responses a refusal part, Chat `refusal` deltas,
  /// Gemini `SAFETY`. Ollama has no such reason and says `stop`.
  REFUSAL,
  /// The vendor's filter stops it: Anthropic `refusal`, Responses incomplete with `content_filter`,
  /// Chat `content_filter`, Gemini `promptFeedback.blockReason` when there are no blocks and
  /// `PROHIBITED_CONTENT` otherwise. Ollama says `stop`.
  FILTERED
}
