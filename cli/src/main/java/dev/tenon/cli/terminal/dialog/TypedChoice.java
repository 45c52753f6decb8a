package dev.tenon.cli.terminal.dialog;

import dev.tenon.cli.terminal.input.Key;

/// What was typed for a choice and may turn out to be text: a digit that marks, and blanks that
/// tick what it marked. Used under the lock of its [Dialogs].
final class TypedChoice {
  private static final Key SPACE = new Key.Typed(" ");

  private final StringBuilder typed = new StringBuilder();

  boolean isEmpty() {
    return typed.isEmpty();
  }

  void clear() {
    typed.setLength(0);
  }

  /// Whether a key goes on choosing: a blank that ticks what a digit marked comes after a rest, as
  /// it would not in a text, and so does the next digit.
  boolean goesOn(Key key, boolean rested) {
    if (!isDigit(key) && !key.equals(SPACE)) {
      return false;
    }
    boolean ticked = typed.indexOf(" ") > 0;
    return isEmpty() || (key.equals(SPACE) ? ticked || rested : ticked && rested);
  }

  /// The dialog has taken the key.
  void took(Key key) {
    if (isDigit(key)) {
      clear();
    }
    if (!key.equals(SPACE) || !isEmpty()) {
      typed.append(Dialogs.text(key));
    }
  }

  /// Whether something is ticked that would not be, had the digit begun a text.
  boolean ticked() {
    return typed.length() > 1 && typed.length() % 2 == 0;
  }

  private static boolean isDigit(Key key) {
    return key instanceof Key.Typed digit
        && digit.text().length() == 1
        && digit.text().charAt(0) >= '1'
        && digit.text().charAt(0) <= '9';
  }

  @Override
  public String toString() {
    return typed.toString();
  }
}
