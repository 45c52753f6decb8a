package dev.tenon.core.workspace;

/// Whether capitals matter.
public enum LetterCase {
  EXACT,
  ANY_CASE,
  /// They matter if the pattern has any.
  SMART
}
