package dev.tenon.core.http;

import java.net.Socket;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// Closes the socket of an exchange when nothing else would end its blocked I/O.
///
/// A blocked socket call of a *virtual* thread ends when the thread is interrupted, and reads end
/// at their timeout. That leaves three cases for the guard: an owner that is a platform thread, a
/// large request body that the server does not take, and an answer that trickles for longer than
/// the whole of it may take.
final class SocketGuard {
  private static final long POLL_NANOS = 20_000_000;

  private final Thread owner;
  private final Thread watcher;
  private volatile @Nullable Socket socket;
  private volatile long deadline;
  private volatile boolean limited;
  private volatile boolean released;
  private volatile boolean expired;

  /// When all is over, if there is such a time.
  private final boolean timed;

  private final long end;

  private SocketGuard(Thread owner, boolean timed, long end) {
    this.owner = owner;
    this.timed = timed;
    this.end = end;
    this.watcher = Thread.ofVirtual().name("http-guard").unstarted(this::watch);
  }

  /// A running guard over what the current thread does next.
  static SocketGuard start() {
    return started(new SocketGuard(Thread.currentThread(), false, 0));
  }

  /// The same, and the socket is closed after this time in any case.
  static SocketGuard within(long nanos) {
    return started(new SocketGuard(Thread.currentThread(), true, System.nanoTime() + nanos));
  }

  private static SocketGuard started(SocketGuard guard) {
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
      boolean over = timed && System.nanoTime() - end >= 0;
      if (expired || over || owner.isInterrupted()) {
        Socket open = socket;
        if (open != null) {
          // And on: the next address of the host gets a socket of its own.
          Connector.close(open);
        }
      }
      LockSupport.parkNanos(POLL_NANOS);
    }
  }
}
