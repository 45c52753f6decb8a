package dev.tenon.core.model;

/// Why an assistant message ended.
public enum StopReason {
  /// The model had said all it wanted.
  STOP,
  /// The limit of output tokens was reached.
  LENGTH,
  /// The model waits for tool results.
  TOOL_USE,
  /// A person stopped it; the message holds what had arrived.
  ABORTED,
  /// The stream failed after visible output; the message holds what had arrived.
  FAILED
}
