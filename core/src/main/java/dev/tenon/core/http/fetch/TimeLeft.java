package dev.tenon.core.http.fetch;

import dev.tenon.core.http.TransportException;
import dev.tenon.core.http.TransportException.Failure;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// The time that a whole fetch has. It stands still while somebody is asked. Belongs to one thread.
final class TimeLeft {
  private final Duration whole;
  private final LongSupplier clock;
  private long deadline;
  private long paused;

  /// @param clock of nanoseconds
  TimeLeft(Duration whole, LongSupplier clock) {
    this.whole = whole;
    this.clock = clock;
    this.deadline = clock.getAsLong() + whole.toNanos();
  }

  Duration left() {
    return Duration.ofNanos(Math.max(0, deadline - clock.getAsLong()));
  }

  void pause() {
    paused = clock.getAsLong();
  }

  void resume() {
    deadline += clock.getAsLong() - paused;
  }

  /// The failure itself, or the end of the time if that is its reason.
  TransportException explained(TransportException failed, String host) {
    boolean cut =
        switch (failed.failure()) {
          case NO_CONNECTION, NO_ANSWER, CUT, STALLED -> true;
          case NOBODY_LISTENS, GARBAGE, REFUSED, NOT_TRUSTED -> false;
        };
    return cut && left().isZero() ? over(host, failed) : failed;
  }

  void requireSome(String host) throws TransportException {
    if (left().isZero()) {
      throw over(host, null);
    }
  }

  private TransportException over(String host, @Nullable Throwable reason) {
    String time = whole.toSeconds() > 0 ? whole.toSeconds() + " s" : whole.toMillis() + " ms";
    return new TransportException(
        Failure.STALLED, host + " did not give its whole answer within " + time, reason);
  }
}
