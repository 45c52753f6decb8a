package dev.tenon.cli.terminal.editor;

import dev.tenon.cli.terminal.history.PromptHistory;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/// The prompts that were typed before, as the editor wants them.
///
/// @param found told when a search has found something, on any thread
public record HistoryRecall(PromptHistory history, Runnable found) implements Recall {
  @Override
  public List<String> entries() {
    return history.entries();
  }

  @Override
  public CompletableFuture<List<String>> search(String query) {
    CompletableFuture<List<String>> search = history.searchSoon(query);
    var _ = search.thenRun(found);
    return search;
  }

  @Override
  public void add(String prompt) {
    history.add(prompt);
  }
}
