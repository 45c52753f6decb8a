package dev.tenon.core.change;

/// Who changed a file.
public enum Origin {
  AGENT,
  USER,
  SHELL,
  FORMATTER
}
