package dev.tenon.cli.terminal;

/// One thing that a person does on the keyboard while the model works.
sealed interface Key {

  /// Text: a character, or everything that was pasted at once.
  record Typed(String text) implements Key {}

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
    INTERRUPT,
    SUSPEND,
    /// The end of the input: the terminal is gone.
    END,
    /// Something without a meaning here.
    OTHER
  }
}
