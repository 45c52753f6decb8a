package dev.tenon.cli.terminal.input;

/// One thing that a person does on the keyboard.
public sealed interface Key {

  /// Text: a character, or everything that was pasted at once.
  record Typed(String text) implements Key {}

  /// A letter together with a key that changes it. The letter is a small one.
  record Chord(Modifier modifier, char letter) implements Key {}

  /// What changes a letter.
  enum Modifier {
    CONTROL,
    ALT,
    CONTROL_SHIFT
  }

  /// A key that stands for itself.
  enum Named implements Key {
    ENTER,
    /// A line break within what is typed.
    BREAK,
    BACKSPACE,
    ERASE_WORD,
    ERASE_ALL,
    ESCAPE,
    UP,
    DOWN,
    LEFT,
    RIGHT,
    PAGE_UP,
    PAGE_DOWN,
    INTERRUPT,
    SUSPEND,
    /// The end of the input: the terminal is gone.
    END,
    /// Something without a meaning here.
    OTHER
  }
}
