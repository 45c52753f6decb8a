package dev.tenon.cli.serve;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.jline.utils.Signals;

/// Waits for the person or the system to end the program: the first signal ends it in order, the
/// second one at once.
public final class ShutdownSignal {
  private static final int KILLED = 130;

  private final CountDownLatch asked = new CountDownLatch(1);
  private final AtomicInteger signals = new AtomicInteger();

  /// From now on, signals come here.
  public static ShutdownSignal onSignals() {
    var shutdown = new ShutdownSignal();
    for (String signal : new String[] {"INT", "TERM", "HUP"}) {
      Signals.register(signal, shutdown::signalled);
    }
    return shutdown;
  }

  private void signalled() {
    if (signals.incrementAndGet() > 1) {
      Runtime.getRuntime().halt(KILLED);
    }
    asked.countDown();
  }

  public void await() throws InterruptedException {
    asked.await();
  }
}
