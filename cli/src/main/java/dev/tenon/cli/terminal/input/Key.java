package dev.tenon.cli.terminal.input;

/// One thing that a person does on the keyboard.
public sealed interface Key {

  /// A character that was typed.
  record Typed(String text) implements Key {}

  /// Everything that was pasted at once, its line ends made `\n`.
  record Pasted(String text) implements Key {}

  /// A letter together with a key that changes it. The letter is a small one.
  record Chord(Modifier modifier, char letter) implements Key {}

  /// A named key together with a key that changes it, like Ctrl-Left or Shift-Tab.
  record Modified(Modifier modifier, Named key) implements Key {}

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
