package dev.tenon.core.change.journal;

/// Who changed a file.
public enum Origin {
  AGENT,
  USER,
  SHELL,
  FORMATTER,
  /// A program that the person has run at an event.
  HOOK
}
