package dev.tenon.cli.terminal.editor;

import dev.tenon.cli.terminal.editor.text.PastedText;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The way through the prompts of before with Up and Down. The draft is the newest entry; what is
/// changed on the way stays changed until something is sent.
final class HistoryWalk {
  private final Recall recall;
  private List<String> entries = List.of();
  private final Map<Integer, String> changed = new HashMap<>();
  private int at = -1;

  HistoryWalk(Recall recall) {
    this.recall = recall;
  }

  /// The entry before this one or after it.
  ///
  /// @param current what the editor has now, large pastes as they stand in it
  Optional<String> step(int by, String current) {
    if (at < 0) {
      entries = recall.entries();
      at = entries.size();
    }
    int to = at + by;
    if (to < 0 || to > entries.size()) {
      return Optional.empty();
    }
    changed.put(at, current);
    at = to;
    String kept = changed.get(to);
    return Optional.of(kept != null ? kept : PastedText.clean(entries.get(to)));
  }

  /// Something was sent or set: the way begins anew.
  void reset() {
    entries = List.of();
    changed.clear();
    at = -1;
  }
}
