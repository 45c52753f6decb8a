package dev.tenon.core.change.journal;

/// Who changed a file.
public enum Origin {
  AGENT,
  USER,
  SHELL,
  FORMATTER
}
