package dev.tenon.protocols.mcp.host;

import java.util.ArrayDeque;
import java.util.Deque;

/// How often a server has ended by itself lately. Belongs to whoever holds its lock.
final class Crashes {
  static final int MOST = 3;
  private static final long FIVE_MINUTES = 300_000_000_000L;

  private final Deque<Long> times = new ArrayDeque<>();

  /// @param when by the clock of nanoseconds
  void add(long when) {
    times.addLast(when);
    while (!times.isEmpty() && when - times.getFirst() > FIVE_MINUTES) {
      times.removeFirst();
    }
  }

  /// Whether it is not to be started any more.
  boolean areTooMany() {
    return times.size() >= MOST;
  }

  void forget() {
    times.clear();
  }
}
