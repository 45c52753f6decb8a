package dev.tenon.providers.resilience;

import dev.tenon.core.http.TransportException;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.Model;
import dev.tenon.core.model.ModelEvent;
import dev.tenon.core.model.ModelException;
import dev.tenon.core.model.Request;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.function.Consumer;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/// Repeats a request that failed before its stream was there: the provider was busy, failed, or the
/// connection broke. The pauses are short (half a second, doubling, at most 8 s); a longer wait
/// that the server asks for is honoured while all pauses together stay within the patience. Beyond
/// that the failure goes up, where a fallback or the turn's longer pauses decide.
///
/// A connection that could not be made at all goes up at once: half a second later the network is
/// still away, and each further try may cost a whole connect timeout.
///
/// One object serves one turn, on one thread: its retries are counted over all calls, so that a
/// turn that is retried does not spend them again.
final class RequestRetry implements Model, RetryLoop.Rule {
  static final Duration FIRST_PAUSE = Duration.ofMillis(500);
  static final Duration LONGEST_PAUSE = Duration.ofSeconds(8);

  private final RetryLoop repeats;
  private final Duration patience;
  private final Backoff backoff;
  private Duration waited = Duration.ZERO;

  RequestRetry(Model inner, int maxRetries, Duration patience, Backoff backoff, Time time) {
    this.repeats = new RetryLoop(inner, ModelEvent.RetryScope.REQUEST, maxRetries, time);
    this.patience = patience;
    this.backoff = backoff;
  }

  @Override
  public Message.Assistant stream(Request request, Consumer<ModelEvent> sink)
      throws ModelException, InterruptedException {
    return repeats.stream(request, sink, this);
  }

  @Override
  public @Nullable Duration pause(ModelException failure, AttemptWatch watch, int repeat) {
    if (watch.begun() || !worthRepeating(failure)) {
      return null;
    }
    Duration own = backoff.before(repeat);
    Duration asked = failure.retryAfter().orElse(Duration.ZERO);
    Duration pause = asked.compareTo(own) > 0 ? asked : own;
    if (waited.plus(pause).compareTo(patience) > 0) {
      return null;
    }
    waited = waited.plus(pause);
    return pause;
  }

  private static boolean worthRepeating(ModelException failure) {
    return switch (failure.kind()) {
      case RATE_LIMIT, OVERLOADED, SERVER -> true;
      case NETWORK -> !neverConnected(failure);
      case AUTHENTICATION,
          QUOTA,
          UNREACHABLE,
          STREAM_CUT_EARLY,
          STREAM_CUT_LATE,
          CONTEXT_OVERFLOW,
          REFUSAL,
          UNKNOWN_MODEL,
          INVALID_REQUEST,
          BUDGET,
          MALFORMED ->
          false;
    };
  }

  /// Whether there was no connection at all, as the causes of the failure tell.
  static boolean neverConnected(ModelException failure) {
    for (@Nullable Throwable cause = failure.getCause(); cause != null; cause = cause.getCause()) {
      if (cause instanceof TransportException transport) {
        return switch (transport.failure()) {
          case NOBODY_LISTENS, NO_CONNECTION, REFUSED, NOT_TRUSTED -> true;
          case NO_ANSWER, CUT, STALLED, GARBAGE -> false;
        };
      }
      if (cause instanceof ConnectException
          || cause instanceof UnknownHostException
          || cause instanceof NoRouteToHostException
          || cause instanceof SSLException
          || (cause instanceof SocketTimeoutException timeout
              && String.valueOf(timeout.getMessage()).startsWith("Connect"))) {
        return true;
      }
    }
    return false;
  }
}
