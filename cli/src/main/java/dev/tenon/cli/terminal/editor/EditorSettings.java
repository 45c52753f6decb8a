package dev.tenon.cli.terminal.editor;

import java.util.function.Predicate;

/// How the person wants the editor.
///
/// @param pictures whether a path that was pasted or dragged is that of a picture that exists
public record EditorSettings(Mode mode, Keymap keymap, Predicate<String> pictures) {

  /// What typing does (`editor.keys`).
  public enum Mode {
    EMACS,
    VI
  }

  public static EditorSettings usual() {
    return new EditorSettings(Mode.EMACS, Keymap.emacs(), path -> false);
  }
}
