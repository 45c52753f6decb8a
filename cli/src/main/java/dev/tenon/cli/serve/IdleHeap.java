package dev.tenon.cli.serve;

import java.time.Duration;

/// Gives memory back when the server has nothing to do. The collector works only when somebody
/// wants memory, so after a burst the heap would stay as large as the burst made it.
final class IdleHeap {
  private static final Duration PAUSE = Duration.ofSeconds(5);

  /// Whoever allocates less than this between two looks has nothing to do.
  private static final long QUIET_BYTES = 512 * 1024;

  /// It is not worth it for less.
  private static final long WORTH_BYTES = 4L * 1024 * 1024;

  private long usedBefore = -1;
  private long totalAfter;
  private long usedAfter;

  static void watch() {
    var idle = new IdleHeap();
    Thread.ofPlatform().daemon().name("idle-heap").start(idle::run);
  }

  private void run() {
    Runtime runtime = Runtime.getRuntime();
    while (true) {
      try {
        Thread.sleep(PAUSE);
      } catch (InterruptedException stopped) {
        return;
      }
      long total = runtime.totalMemory();
      if (worthwhile(total - runtime.freeMemory(), total)) {
        System.gc();
        long left = runtime.totalMemory();
        collected(left - runtime.freeMemory(), left);
      }
    }
  }

  /// Whether nothing happened since the last look, but something since the last collection.
  boolean worthwhile(long used, long total) {
    boolean quiet = usedBefore >= 0 && Math.abs(used - usedBefore) < QUIET_BYTES;
    usedBefore = used;
    return quiet && (used - usedAfter > WORTH_BYTES || total - totalAfter > WORTH_BYTES);
  }

  void collected(long used, long total) {
    usedBefore = used;
    usedAfter = used;
    totalAfter = total;
  }
}
