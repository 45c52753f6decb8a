package dev.tenon.core.rule;

/// Which of a model's streams a text comes from.
enum Source {
  TEXT,
  THINKING,
  /// The arguments of a tool call.
  TOOL
}
