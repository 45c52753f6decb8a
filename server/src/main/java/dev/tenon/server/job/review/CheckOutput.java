package dev.tenon.server.job.review;

import dev.tenon.server.job.record.CheckEvent;
import java.nio.charset.StandardCharsets;

/// What a check prints, on its way into events and into its record: merged, so that a command that
/// prints a lot does not flood the store, and bounded. Safe for several threads.
final class CheckOutput {
  /// So much of the end is kept.
  static final int KEPT = 16 * 1024;

  /// After so many events they come less often, each step by this factor.
  private static final int OFTEN = 100;

  private static final long SHORTEST_NANOS = 250_000_000L;
  private static final int SLOWER = 5;

  private final StringBuilder kept = new StringBuilder();
  private final StringBuilder waiting = new StringBuilder();
  private long bytes;
  private long skipped;
  private int events;
  private long last;

  /// @param now nanoseconds of a clock
  CheckOutput(long now) {
    last = now - SHORTEST_NANOS;
  }

  /// @param text whole lines
  synchronized void add(String text) {
    bytes += text.getBytes(StandardCharsets.UTF_8).length;
    kept.append(text);
    keepEnd(kept, KEPT);
    waiting.append(text);
    skipped += keepEnd(waiting, CheckEvent.CheckPrinted.MOST);
  }

  /// Answers how much was taken away: whole lines, where there are some.
  private static int keepEnd(StringBuilder text, int most) {
    if (text.length() <= most) {
      return 0;
    }
    int from = text.length() - most;
    int line = text.indexOf("\n", from) + 1;
    int cut = line > 0 && line < text.length() ? line : from;
    text.delete(0, cut);
    return cut;
  }

  /// What an event should tell now; empty when it is not time for one.
  synchronized String take(long now) {
    long wait = SHORTEST_NANOS;
    for (int step = 0; step < Math.min(3, events / OFTEN); step++) {
      wait *= SLOWER;
    }
    return waiting.isEmpty() || now - last < wait ? "" : takeAll(now);
  }

  /// The same at the end, when nothing waits any more.
  synchronized String takeAll(long now) {
    String text = waiting.toString();
    if (skipped > 0) {
      text = "[… " + skipped + " characters not shown here …]\n" + text;
      skipped = 0;
    }
    waiting.setLength(0);
    events++;
    last = now;
    return text;
  }

  /// The end of everything.
  synchronized String kept() {
    return kept.toString();
  }

  synchronized long bytes() {
    return bytes;
  }
}
