package dev.tenon.cli.terminal.dialog;

import dev.tenon.cli.terminal.input.Key;
import dev.tenon.cli.terminal.screen.Panel;

/// A question with its answers as a menu. It knows what it shows and what keys mean; whether a key
/// is for it at all is decided by [Dialogs]. Used under the lock of its [Dialogs].
public interface Dialog extends Panel {

  Step press(Key key);

  /// Whether the person writes something in the dialog: then all keys are for it.
  boolean typing();

  /// Begins an answer in words with this text, where there is one; nothing is answered by it.
  /// Answers false where letters are for the editor.
  default boolean begin(String words) {
    return false;
  }

  /// What the person has written in it so far and no answer has taken; empty if nothing.
  default String unsent() {
    return "";
  }

  /// Whether a key that is for the program ends this dialog without an answer: nothing else could,
  /// where no prompt is stopped by it.
  default boolean closesWith(Key key) {
    return false;
  }

  /// Whether text that is typed at it and means nothing here is for nobody else either: a secret
  /// may be pasted at it, which the editor would show.
  default boolean swallowsText() {
    return false;
  }

  /// That it waits, in a few words, for a window that has no row for it.
  default String waits() {
    return "a question waits";
  }

  /// Puts the mark back to where it was at first.
  void unmark();

  /// Whether keys are for it; otherwise it says how to turn to it.
  void attended(boolean attended);

  /// What came of a key.
  enum Step {
    STAY,
    /// Another question is shown now, which the person has to read first.
    NEXT,
    /// The person has answered.
    DONE,
    /// The key means nothing here.
    UNKNOWN
  }
}
