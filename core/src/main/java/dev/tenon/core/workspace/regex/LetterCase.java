package dev.tenon.core.workspace.regex;

/// Whether capitals matter.
public enum LetterCase {
  EXACT,
  ANY_CASE,
  /// They matter if the pattern has any.
  SMART
}
