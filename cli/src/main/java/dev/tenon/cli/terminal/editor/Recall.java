package dev.tenon.cli.terminal.editor;

import java.util.List;
import java.util.concurrent.CompletableFuture;

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
        public CompletableFuture<List<String>> search(String query) {
          return CompletableFuture.completedFuture(List.of());
        }

        @Override
        public void add(String prompt) {}
      };

  /// The oldest first.
  List<String> entries();

  /// What has to do with some words, the best first; also prompts that are not among the entries.
  /// Never waits: what takes longer comes later, and whoever shows it is told to look again.
  CompletableFuture<List<String>> search(String query);

  void add(String prompt);
}
