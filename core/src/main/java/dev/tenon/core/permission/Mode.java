package dev.tenon.core.permission;

import java.util.Locale;

/// How much Tenon may do without asking, where no rule says otherwise.
public enum Mode {
  /// Read only: nothing is changed, and only commands that provably read are run.
  PLAN,
  /// Every change and every command is asked.
  ASK,
  /// Edits inside the root are free (they can be taken back); commands are asked.
  EDIT,
  /// Edits are free, and so is every command that the operating system keeps inside the roots; what
  /// it cannot keep there is asked.
  AUTO,
  /// Nothing is asked but what a rule wants asked.
  FULL;

  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
