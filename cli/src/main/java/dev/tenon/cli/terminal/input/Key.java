package dev.tenon.cli.terminal.input;

import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// One thing that a person does on the keyboard.
public sealed interface Key {

  /// A character that was typed.
  record Typed(String text) implements Key {}

  /// Everything that was pasted at once, its line ends made `\n`.
  record Pasted(String text) implements Key {}

  /// A letter or another visible character together with a key that changes it. The letter is a
  /// small one; the character of Ctrl-Space is the space.
  record Chord(Modifier modifier, char letter) implements Key {}

  /// A named key together with a key that changes it, like Ctrl-Left or Shift-Tab.
  record Modified(Modifier modifier, Named key) implements Key {}

  /// What has no meaning for most who read keys. Nothing of it is ever text.
  sealed interface Special extends Key {}

  /// F1 and so on.
  record Function(int number) implements Special {}

  /// What the terminal says by itself or answers to a question: the sequence without the escape
  /// character in front and without its terminator, like `[?62;4c` or `]11;rgb:0000/0000/0000`.
  record Report(String text) implements Special {
    private static final Pattern CURSOR = Pattern.compile("\\[\\d{1,5};(\\d{1,5})R");

    /// In which column the cursor is, from 1, if this says so.
    public OptionalInt column() {
      Matcher cursor = CURSOR.matcher(text);
      return cursor.matches()
          ? OptionalInt.of(Integer.parseInt(cursor.group(1)))
          : OptionalInt.empty();
    }
  }

  /// The window gets the keyboard, or loses it.
  enum Focus implements Special {
    GAINED,
    LOST
  }

  /// What changes a key.
  enum Modifier {
    SHIFT,
    CONTROL,
    ALT,
    CONTROL_SHIFT,
    ALT_SHIFT,
    CONTROL_ALT
  }

  /// A key that stands for itself.
  enum Named implements Key {
    ENTER,
    TAB,
    BACKSPACE,
    DELETE,
    ERASE_WORD,
    ERASE_ALL,
    ESCAPE,
    UP,
    DOWN,
    LEFT,
    RIGHT,
    HOME,
    END,
    PAGE_UP,
    PAGE_DOWN,
    INTERRUPT,
    SUSPEND,
    /// The end of the input: the terminal is gone.
    GONE,
    /// Something without a meaning here.
    OTHER
  }
}
