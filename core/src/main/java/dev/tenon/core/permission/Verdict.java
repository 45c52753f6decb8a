package dev.tenon.core.permission;

import java.util.Locale;

/// The answer of a rule or a mode: allow, ask or deny, from the least to the most strict.
public enum Verdict {
  ALLOW,
  ASK,
  DENY;

  /// The stricter of the two.
  public Verdict or(Verdict other) {
    return compareTo(other) >= 0 ? this : other;
  }

  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
