package dev.tenon.core.permission;

import java.util.Locale;

/// How much Tenon may do without asking, where no rule says otherwise.
public enum Mode {
  /// Read only: nothing is changed. Commands run where the operating system keeps them from
  /// changing anything; where nothing does, only those that provably read.
  PLAN,
  /// Every change is asked, and every command that does more than read.
  ASK,
  /// Edits inside the root are free (they can be taken back); commands that do more than read are
  /// asked.
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
