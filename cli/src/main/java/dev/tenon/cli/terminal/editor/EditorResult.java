package dev.tenon.cli.terminal.editor;

import dev.tenon.cli.terminal.input.Key;

/// What became of a key.
public sealed interface EditorResult {

  /// The editor has used it; it may look different now.
  record Taken() implements EditorResult {}

  /// It is not for the editor as it stands, and its meaning is the console's: Esc, Ctrl-C on an
  /// empty text or while something works, Ctrl-D on an empty text, Up on an empty text while
  /// something works, Ctrl-Z, focus and reports, and the end of the input.
  record Ignored(Key key) implements EditorResult {}

  /// Enter: a prompt, or what steers the work. The editor is empty now.
  record Send(String text) implements EditorResult {}

  /// To be sent when the work is done. The editor is empty now.
  record FollowUp(String text) implements EditorResult {}

  /// The text is to be edited by another program; what it leaves goes to [Editor#set].
  record External(String text) implements EditorResult {}

  /// A picture is wanted from the clipboard; its mention goes to [Editor#insert].
  record Picture() implements EditorResult {}

  /// Something that the console does, whatever stands in the editor.
  record ForConsole(Action action) implements EditorResult {}

  /// The editor has used the key; a painted row tells until the next one what became of it.
  record Hint(String row) implements EditorResult {}

  /// A line to tell the person.
  record Notice(String line) implements EditorResult {}
}
