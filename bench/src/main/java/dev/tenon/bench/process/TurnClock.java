package dev.tenon.bench.process;

import dev.tenon.bench.measure.Sample;
import dev.tenon.testkit.script.Answer;
import dev.tenon.testkit.wire.Received;
import java.util.List;

/// Answers the turns of a conversation and measures them from the model's side: from one request to
/// the next, with the start of the program out of the picture.
final class TurnClock {
  private final List<? extends Answer> turns;
  private final Sample further = new Sample();
  private long begin;

  TurnClock(List<? extends Answer> turns) {
    this.turns = turns;
  }

  synchronized Answer answer(Received request) {
    int turn = request.turn();
    int last = turns.size() - 1;
    if (turn == 1) {
      begin = System.nanoTime();
    } else if (turn == last) {
      further.add((System.nanoTime() - begin) / 1e6 / (last - 1));
    }
    return turns.get(Math.min(turn, last));
  }

  /// Milliseconds of each turn after the first, one value for each conversation.
  synchronized Sample further() {
    return further;
  }

  /// Forgets what was measured while warming up.
  synchronized void reset() {
    further.clear();
  }
}
