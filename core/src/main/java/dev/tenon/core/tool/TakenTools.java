package dev.tenon.core.tool;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What the model has taken from the shelf, in the order of taking. Lives as long as a
/// conversation, also when its set-up changes, and comes back with its session: names of tools that
/// are not there are kept, since they may be there again. Safe for several threads.
public final class TakenTools {
  /// By name the call that took it; empty for what no call took.
  private final Map<String, String> takings = new LinkedHashMap<>();

  private boolean changed;

  /// Takes a tool. Answers false when it was taken before.
  ///
  /// @param callId the call that does it; empty when it is none
  public synchronized boolean take(String name, String callId) {
    if (takings.putIfAbsent(name, callId) != null) {
      return false;
    }
    changed = true;
    return true;
  }

  public synchronized boolean contains(String name) {
    return takings.containsKey(name);
  }

  public synchronized List<String> names() {
    return new ArrayList<>(takings.keySet());
  }

  /// Exactly these are taken: the conversation goes on from another point.
  public synchronized void restore(List<String> names) {
    takings.clear();
    for (String name : names) {
      takings.putIfAbsent(name, "");
    }
    changed = false;
  }

  /// These calls have never been: puts back what they took. What is left counts as changed, because
  /// a record of the selection may have gone with the calls.
  public synchronized void putBack(Collection<String> callIds) {
    if (!takings.isEmpty()) {
      takings.values().removeIf(callIds::contains);
      changed = true;
    }
  }

  /// All names, if the selection has changed since this was asked last.
  public synchronized Optional<List<String>> news() {
    if (!changed) {
      return Optional.empty();
    }
    changed = false;
    return Optional.of(names());
  }
}
