package dev.tenon.core.helper;

import java.util.BitSet;

/// The order in which the helpers of one call are merged: that of the call, whoever ends first; and
/// whether the call was stopped. Safe for several threads.
final class MergeTurns {
  private final BitSet over = new BitSet();
  private boolean stopped;

  /// Whoever has not begun does not begin any more.
  synchronized void stop() {
    stopped = true;
  }

  synchronized boolean stopped() {
    return stopped;
  }

  /// Waits until all that come before are merged, or will not be.
  synchronized void await(int turn) throws InterruptedException {
    while (over.nextClearBit(0) < turn) {
      wait();
    }
  }

  /// This one is merged, or will not be.
  synchronized void over(int turn) {
    over.set(turn);
    notifyAll();
  }
}
