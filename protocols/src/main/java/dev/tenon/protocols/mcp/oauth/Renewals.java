package dev.tenon.protocols.mcp.oauth;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Renewals that are under way. Whoever wanted one may have gone, and its answer is the only way to
/// the new tokens: a program that ends waits for it. Safe for several threads.
public final class Renewals {
  private final Set<Thread> running = ConcurrentHashMap.newKeySet();

  void start(Runnable renewal) {
    Thread thread =
        Thread.ofVirtual()
            .name("mcp-renewal")
            .unstarted(
                () -> {
                  try {
                    renewal.run();
                  } finally {
                    running.remove(Thread.currentThread());
                  }
                });
    running.add(thread);
    thread.start();
  }

  /// Waits for those that are under way, so long at most; an interrupt does not shorten it.
  public void await(Duration limit) {
    long end = System.nanoTime() + limit.toNanos();
    boolean interrupted = false;
    for (Thread each : Set.copyOf(running)) {
      long left = end - System.nanoTime();
      while (left > 0 && each.isAlive()) {
        try {
          each.join(Duration.ofNanos(left));
        } catch (InterruptedException stopped) {
          interrupted = true;
        }
        left = end - System.nanoTime();
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
