package dev.tenon.core.change.review;

import dev.tenon.core.change.weave.Hunk;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/// What was decided about hunks, by their ids, and the way back through the decisions.
final class Decisions {
  private final Map<String, Hunk.Status> statuses = new LinkedHashMap<>();
  private final Deque<Map<String, Turn>> undo = new ArrayDeque<>();
  private final Deque<Map<String, Turn>> redo = new ArrayDeque<>();

  /// A hunk's status before and after a decision.
  record Turn(Hunk.Status before, Hunk.Status after) {}

  Hunk.Status of(String hunk) {
    return statuses.getOrDefault(hunk, Hunk.Status.PENDING);
  }

  Map<String, Hunk.Status> all() {
    return Collections.unmodifiableMap(statuses);
  }

  /// Takes a decision that can be undone.
  void decide(Map<String, Hunk.Status> changed) {
    var turns = new LinkedHashMap<String, Turn>();
    changed.forEach((hunk, status) -> turns.put(hunk, new Turn(of(hunk), status)));
    undo.push(turns);
    redo.clear();
    changed.forEach(this::set);
  }

  void set(String hunk, Hunk.Status status) {
    if (status == Hunk.Status.PENDING) {
      statuses.remove(hunk);
    } else {
      statuses.put(hunk, status);
    }
  }

  Deque<Map<String, Turn>> undo() {
    return undo;
  }

  Deque<Map<String, Turn>> redo() {
    return redo;
  }

  void forgetWays() {
    undo.clear();
    redo.clear();
  }

  /// The decisions and the ways as they are now.
  Decisions copy() {
    var copy = new Decisions();
    copy.become(this);
    return copy;
  }

  /// Takes everything over from others.
  void become(Decisions others) {
    statuses.clear();
    statuses.putAll(others.statuses);
    undo.clear();
    undo.addAll(others.undo);
    redo.clear();
    redo.addAll(others.redo);
  }

  /// Tells every step of the ways anew, in other hunks.
  void replace(UnaryOperator<Map<String, Turn>> step) {
    for (Deque<Map<String, Turn>> way : List.of(undo, redo)) {
      var steps = way.stream().map(step).toList();
      way.clear();
      way.addAll(steps);
    }
  }

  void retain(Set<String> hunks) {
    statuses.keySet().retainAll(hunks);
  }
}
