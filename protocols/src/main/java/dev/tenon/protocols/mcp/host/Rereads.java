package dev.tenon.protocols.mcp.host;

import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// Has the lists of a server read again when it says that they are others. However often it says
/// so, they are read by one at a time, once more for all that it said meanwhile, and ever more
/// slowly. Safe for several threads.
final class Rereads implements AutoCloseable {
  private static final long PAUSE = 100;
  private static final long LONGEST_PAUSE = 60_000;

  private final Runnable reading;

  /// How often the server said so, since the lists were read last.
  private final AtomicInteger said = new AtomicInteger();

  private volatile @Nullable Thread thread;
  private volatile boolean closed;

  /// @param reading reads them, on a thread of its own and never twice at a time
  Rereads(Runnable reading) {
    this.reading = reading;
  }

  void wanted() {
    if (said.getAndIncrement() == 0) {
      thread = Thread.ofVirtual().name("mcp-lists").start(this::read);
    }
  }

  private void read() {
    int before = said.get();
    try {
      reading.run();
      for (long pause = PAUSE; !closed && !said.compareAndSet(before, 0); ) {
        Thread.sleep(pause);
        pause = Math.min(2 * pause, LONGEST_PAUSE);
        before = said.get();
        reading.run();
      }
    } catch (InterruptedException over) {
      // The program ends.
    }
  }

  @Override
  public void close() {
    closed = true;
    Thread now = thread;
    if (now != null) {
      now.interrupt();
    }
  }
}
