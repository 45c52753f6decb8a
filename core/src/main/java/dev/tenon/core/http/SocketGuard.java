package dev.tenon.core.http;

import java.net.Socket;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// Closes the socket of an exchange when nothing else would end its blocked I/O.
///
/// A blocked socket call of a *virtual* thread ends when the thread is interrupted, and reads end
/// at their timeout. That leaves two cases for the guard: an owner that is a platform thread, and a
/// large request body that the server does not take.
final class SocketGuard {
  private static final long POLL_NANOS = 20_000_000;

  private final Thread owner;
  private final Thread watcher;
  private volatile @Nullable Socket socket;
  private volatile long deadline;
  private volatile boolean limited;
  private volatile boolean released;
  private volatile boolean expired;

  private SocketGuard(Thread owner) {
    this.owner = owner;
    this.watcher = Thread.ofVirtual().name("http-guard").unstarted(this::watch);
  }

  /// A running guard over what the current thread does next.
  static SocketGuard start() {
    var guard = new SocketGuard(Thread.currentThread());
    guard.watcher.start();
    return guard;
  }

  void over(Socket next) {
    socket = next;
  }

  /// The socket is closed after this time, unless [#unlimited] is called before.
  void limit(long nanos) {
    deadline = System.nanoTime() + nanos;
    limited = true;
  }

  void unlimited() {
    limited = false;
  }

  boolean expired() {
    return expired;
  }

  void release() {
    released = true;
    LockSupport.unpark(watcher);
  }

  private void watch() {
    while (!released) {
      expired = limited && System.nanoTime() - deadline >= 0;
      if (expired || owner.isInterrupted()) {
        Socket open = socket;
        if (open != null) {
          Connector.close(open);
          return;
        }
      }
      LockSupport.parkNanos(POLL_NANOS);
    }
  }
}
