package dev.tenon.cli.terminal.editor;

import java.util.List;

/// The prompts that were typed before in this project.
public interface Recall {

  /// The oldest first.
  List<String> entries();

  /// What has to do with some words, the best first; also prompts that are not among the entries.
  List<String> search(String query);

  void add(String prompt);
}
