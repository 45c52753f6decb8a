package dev.tenon.providers.resilience;

import dev.tenon.core.model.Message;
import dev.tenon.core.model.Model;
import dev.tenon.core.model.ModelEvent;
import dev.tenon.core.model.ModelException;
import dev.tenon.core.model.Request;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.function.Consumer;

/// Retries a whole turn after a failure that time may heal, also after something was shown: the
/// sink forgets that with the next `Started`. The pauses are long (2 s, doubling, at most 300 s); a
/// longer wait that the server asks for is honoured up to that limit, and beyond it the turn fails
/// with the time to come back.
///
/// Tells `RetryScheduled` before each pause, with attempts from 1, and `RetryEnded` when the chain
/// is over: after success, after the last failure (with the number of retries made), and when it
/// was cancelled. A context overflow is never retried; compaction is the answer to that.
///
/// Each call counts anew; safe for several threads when `inner` is.
final class TurnRetry implements Model {
  static final String CANCELLED = "Retry cancelled";

  /// How long a turn goes on when no connection can be made. Where connecting times out, a retry
  /// costs half a minute, and somebody is waiting.
  static final Duration CONNECTING = Duration.ofSeconds(60);

  private final Model inner;
  private final int maxRetries;
  private final Duration maxDelay;
  private final Backoff backoff;
  private final Time time;

  TurnRetry(Model inner, int maxRetries, Duration baseDelay, Duration maxDelay, Time time) {
    this.inner = inner;
    this.maxRetries = maxRetries;
    this.maxDelay = maxDelay;
    this.backoff = Backoff.steady(baseDelay, maxDelay);
    this.time = time;
  }

  @Override
  public Message.Assistant stream(Request request, Consumer<ModelEvent> sink)
      throws ModelException, InterruptedException {
    Instant begun = time.now();
    int attempt = 0;
    try {
      while (true) {
        ModelException failure;
        try {
          Message.Assistant answer = inner.stream(request, sink);
          if (attempt > 0) {
            sink.accept(new ModelEvent.RetryEnded(attempt, null));
          }
          return answer;
        } catch (ModelException failed) {
          failure = failed;
        }
        Duration pause = next(failure, attempt, begun, sink);
        attempt++;
        sink.accept(
            new ModelEvent.RetryScheduled(
                ModelEvent.RetryScope.TURN, attempt, maxRetries, pause, message(failure)));
        time.pause(pause);
      }
    } catch (InterruptedException cancelled) {
      if (attempt > 0) {
        sink.accept(new ModelEvent.RetryEnded(attempt, CANCELLED));
      }
      throw cancelled;
    }
  }

  /// The pause before the next attempt, or the failure when there is none.
  private Duration next(
      ModelException failure, int attempt, Instant begun, Consumer<ModelEvent> sink)
      throws ModelException {
    if (!failure.retryable()) {
      throw ended(failure, attempt, sink);
    }
    if (attempt >= maxRetries || triedLongEnough(failure, begun)) {
      sink.accept(new ModelEvent.RetryEnded(attempt, message(failure)));
      throw failure;
    }
    Duration asked = failure.retryAfter().orElse(Duration.ZERO);
    if (asked.compareTo(maxDelay) > 0) {
      throw ended(comeBack(failure, asked), attempt, sink);
    }
    Duration own = backoff.before(attempt + 1);
    return asked.compareTo(own) > 0 ? asked : own;
  }

  private boolean triedLongEnough(ModelException failure, Instant begun) {
    return RequestRetry.neverConnected(failure)
        && Duration.between(begun, time.now()).compareTo(CONNECTING) >= 0;
  }

  private static ModelException ended(
      ModelException failure, int attempt, Consumer<ModelEvent> sink) {
    if (attempt > 0) {
      sink.accept(new ModelEvent.RetryEnded(attempt, message(failure)));
    }
    return failure;
  }

  private ModelException comeBack(ModelException failure, Duration asked) {
    String clock =
        DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT)
            .format(time.now().plus(asked).atZone(ZoneId.systemDefault()));
    return new ModelException(
        failure.kind(),
        message(failure)
            + " (the provider asks to wait "
            + words(asked)
            + ", longer than the "
            + words(maxDelay)
            + " of retry.maxDelayMs; come back at "
            + clock
            + ")",
        asked,
        failure);
  }

  private static String words(Duration duration) {
    long seconds = duration.toSeconds();
    if (seconds < 120) {
      return seconds + " s";
    }
    return seconds < 7200 ? seconds / 60 + " min" : seconds / 3600 + " h";
  }

  private static String message(ModelException failure) {
    return String.valueOf(failure.getMessage());
  }
}
