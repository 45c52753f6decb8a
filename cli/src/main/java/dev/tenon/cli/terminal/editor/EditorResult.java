package dev.tenon.cli.terminal.editor;

import dev.tenon.cli.terminal.input.Key;

public sealed interface EditorResult {
  record Taken() implements EditorResult {}

  record Ignored(Key key) implements EditorResult {}

  record Send(String text) implements EditorResult {}

  record FollowUp(String text) implements EditorResult {}

  record External(String text) implements EditorResult {}

  record Notice(String line) implements EditorResult {}
}
