package dev.tenon.cli.terminal.editor;

import dev.tenon.cli.terminal.input.PromptHistory;
import java.util.List;

/// The prompts that were typed before, as the editor wants them.
public record HistoryRecall(PromptHistory history) implements Recall {
  @Override
  public List<String> entries() {
    return history.entries();
  }

  @Override
  public List<String> search(String query) {
    return history.search(query);
  }

  @Override
  public void add(String prompt) {
    history.add(prompt);
  }
}
