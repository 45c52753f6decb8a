package dev.tenon.cli.terminal.editor;

import java.util.List;

/// Knows what can stand at the cursor: commands and their arguments, files, and what else can be
/// mentioned. It is asked at every key after `/` at the beginning and after `@`, on the thread of
/// the keyboard, and so answers from memory.
public interface Completer {

  /// What fits, the best first; [dev.tenon.cli.terminal.input.Fuzzy] finds it quickly.
  ///
  /// @param text as long as the editor's text; a character stands for each large paste
  List<Candidate> candidates(String text, int cursor);
}
