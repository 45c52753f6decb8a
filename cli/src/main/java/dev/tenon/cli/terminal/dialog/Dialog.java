package dev.tenon.cli.terminal.dialog;

import dev.tenon.cli.terminal.input.Key;
import dev.tenon.cli.terminal.screen.Panel;

/// A question with its answers as a menu. It knows what it shows and what keys mean; whether a key
/// is for it at all is decided by [Dialogs]. Used under the lock of its [Dialogs].
public interface Dialog extends Panel {

  Step press(Key key);

  /// Whether the person writes something in the dialog: then all keys are for it.
  boolean typing();

  /// What came of a key.
  enum Step {
    STAY,
    /// The person has answered.
    DONE,
    /// The key means nothing here.
    UNKNOWN
  }
}
