package dev.tenon.bench.process;

import dev.tenon.bench.measure.Sample;
import dev.tenon.testkit.script.Answer;
import dev.tenon.testkit.wire.Received;
import java.util.List;

/// Answers the turns of a conversation and measures them from the model's side: from one request to
/// the next, with the start of the program out of the picture. What the model takes to read a
/// request and to answer is in it.
final class TurnClock {
  private final List<? extends Answer> turns;
  private final int first;
  private final Sample further = new Sample();
  private long begin;

  /// @param first measured is from the request after so many turns up to the last one
  TurnClock(List<? extends Answer> turns, int first) {
    this.turns = turns;
    this.first = first;
  }

  synchronized Answer answer(Received request) {
    int turn = request.turn();
    int last = turns.size() - 1;
    if (turn == first) {
      begin = System.nanoTime();
    } else if (turn == last) {
      further.add((System.nanoTime() - begin) / 1e6 / (last - first));
    }
    return turns.get(Math.min(turn, last));
  }

  /// Milliseconds of each turn that is measured, one value for each conversation.
  synchronized Sample further() {
    return further;
  }

  /// Forgets what was measured while warming up.
  synchronized void reset() {
    further.clear();
  }
}
