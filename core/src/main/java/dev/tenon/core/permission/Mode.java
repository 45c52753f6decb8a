package dev.tenon.core.permission;

import java.util.Locale;

/// How much Tenon may do without asking.
public enum Mode {
  /// Read only.
  PLAN,
  /// Every change and every command is asked.
  ASK,
  /// Edits inside the root are free (they can be taken back); commands are asked.
  EDIT,
  /// Nothing is asked.
  FULL;

  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
