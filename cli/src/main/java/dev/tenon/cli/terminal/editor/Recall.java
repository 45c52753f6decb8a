package dev.tenon.cli.terminal.editor;

import java.util.List;

/// The prompts that were typed before in this project.
public interface Recall {

  /// For what is not remembered.
  Recall NOTHING =
      new Recall() {
        @Override
        public List<String> entries() {
          return List.of();
        }

        @Override
        public List<String> search(String query) {
          return List.of();
        }

        @Override
        public void add(String prompt) {}
      };

  /// The oldest first.
  List<String> entries();

  /// What has to do with some words, the best first; also prompts that are not among the entries.
  List<String> search(String query);

  void add(String prompt);
}
