package dev.tenon.cli.terminal.editor;

import dev.tenon.cli.terminal.input.Key;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.Glyphs;
import dev.tenon.cli.terminal.screen.Rows;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/// An editor that is driven by names of keys.
final class TypedEditor {
  final List<String> history = new ArrayList<>();
  CompletableFuture<List<String>> further = CompletableFuture.completedFuture(List.of());
  Completer completer = (text, cursor) -> List.of();
  final Editor editor;
  EditorState state = EditorState.IDLE;

  TypedEditor(EditorSettings settings) {
    this.editor =
        new Editor(
            settings,
            (text, cursor) -> completer.candidates(text, cursor),
            new Recall() {
              @Override
              public List<String> entries() {
                return List.copyOf(history);
              }

              @Override
              public CompletableFuture<List<String>> search(String query) {
                return further;
              }

              @Override
              public void add(String prompt) {
                history.add(prompt);
              }
            },
            DisplayOptions.plain(Glyphs.UNICODE));
  }

  static TypedEditor emacs() {
    return new TypedEditor(EditorSettings.usual());
  }

  static TypedEditor vi() {
    return new TypedEditor(
        new EditorSettings(EditorSettings.Mode.VI, Keymap.emacs(), path -> false));
  }

  TypedEditor type(String text) {
    text.codePoints().forEach(c -> editor.press(new Key.Typed(Character.toString(c)), state));
    return this;
  }

  TypedEditor paste(String text) {
    editor.press(new Key.Pasted(text), state);
    return this;
  }

  /// Presses keys by their names, separated by blanks.
  TypedEditor keys(String names) {
    for (String name : names.split(" ", -1)) {
      press(name);
    }
    return this;
  }

  EditorResult press(String name) {
    return editor.press(KeyNames.parse(name).orElseThrow(() -> new AssertionError(name)), state);
  }

  /// The text with `|` where the cursor stands, and `<…>` around large pastes.
  String shown() {
    var document = editor.document();
    String before = document.between(0, document.cursor());
    String after = document.between(document.cursor(), document.length());
    return document.pastes().expand(before) + "|" + document.pastes().expand(after);
  }

  List<String> rows(int columns, int rows) {
    Rows shown = editor.rows(columns, rows);
    var lines = new ArrayList<>(shown.lines());
    shown.caret().ifPresent(caret -> lines.add("caret " + caret.row() + "," + caret.column()));
    return lines;
  }
}
