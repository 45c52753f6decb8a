package dev.tenon.core.http;

import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// Closes the socket of an exchange when nothing else would end its blocked I/O.
///
/// A blocked socket call of a *virtual* thread ends when the thread is interrupted, and reads end
/// at their timeout. That leaves three cases for the guard: an owner that is a platform thread, a
/// large request body that the server does not take, and an answer that trickles for longer than
/// the whole of it may take.
///
/// One thread watches for all of them, and stays for a moment after the last one: the turns of a
/// conversation follow each other, and a thread for each, started and woken, would be a tenth of
/// what one with a quick model takes.
final class SocketGuard {
  private static final long POLL_NANOS = 20_000_000;

  /// After so many looks at nothing the watcher ends.
  private static final int IDLE_POLLS = 50;

  /// Also the lock of [#watching].
  private static final List<SocketGuard> ACTIVE = new ArrayList<>();

  private static boolean watching;

  private final Thread owner;
  private volatile @Nullable Socket socket;
  private volatile long deadline;
  private volatile boolean limited;
  private volatile boolean expired;

  /// When all is over, if there is such a time.
  private final boolean timed;

  private final long end;

  private SocketGuard(Thread owner, boolean timed, long end) {
    this.owner = owner;
    this.timed = timed;
    this.end = end;
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
    synchronized (ACTIVE) {
      ACTIVE.add(guard);
      if (!watching) {
        watching = true;
        Thread.ofVirtual().name("http-guard").start(SocketGuard::watch);
      }
    }
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
    synchronized (ACTIVE) {
      ACTIVE.remove(this);
    }
  }

  /// Whether the thread is there.
  static boolean watching() {
    synchronized (ACTIVE) {
      return watching;
    }
  }

  private static void watch() {
    for (int idle = 0; idle < IDLE_POLLS; ) {
      List<SocketGuard> guards;
      synchronized (ACTIVE) {
        guards = List.copyOf(ACTIVE);
        idle = guards.isEmpty() ? idle + 1 : 0;
        watching = idle < IDLE_POLLS;
      }
      for (SocketGuard guard : guards) {
        guard.look();
      }
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  private void look() {
    expired = limited && System.nanoTime() - deadline >= 0;
    boolean over = timed && System.nanoTime() - end >= 0;
    if (expired || over || owner.isInterrupted()) {
      Socket open = socket;
      if (open != null) {
        // And on: the next address of the host gets a socket of its own.
        Connector.close(open);
      }
    }
  }
}
