package dev.tenon.providers.resilience;

import dev.tenon.core.model.Message;
import dev.tenon.core.model.Model;
import dev.tenon.core.model.ModelEvent;
import dev.tenon.core.model.ModelException;
import dev.tenon.core.model.Request;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Asks again when a stream broke off or made no sense before anybody could see anything of it. The
/// pauses are short (200 ms, doubling, at most 5 s), because nothing says that the provider is
/// busy. Once something was shown, asking again is the turn's decision, not this one.
///
/// One object serves one turn, on one thread: its replays are counted over all calls.
final class StreamReplay implements Model, RetryLoop.Rule {
  static final Duration FIRST_PAUSE = Duration.ofMillis(200);
  static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

  private final RetryLoop repeats;
  private final Backoff backoff;

  StreamReplay(Model inner, int maxRetries, Backoff backoff, Time time) {
    this.repeats = new RetryLoop(inner, ModelEvent.RetryScope.STREAM, maxRetries, time);
    this.backoff = backoff;
  }

  @Override
  public Message.Assistant stream(Request request, Consumer<ModelEvent> sink)
      throws ModelException, InterruptedException {
    return repeats.stream(request, sink, this);
  }

  @Override
  public @Nullable Duration pause(ModelException failure, AttemptWatch watch, int repeat) {
    return watch.visible() || !safeToReplay(failure, watch) ? null : backoff.before(repeat);
  }

  /// A failure that the provider reports inside a stream that had begun counts as a broken stream;
  /// before that it is the request's and has been repeated already.
  private static boolean safeToReplay(ModelException failure, AttemptWatch watch) {
    return switch (failure.kind()) {
      case STREAM_CUT_EARLY, MALFORMED -> true;
      case OVERLOADED, SERVER, NETWORK -> watch.begun();
      case RATE_LIMIT,
          AUTHENTICATION,
          QUOTA,
          UNREACHABLE,
          STREAM_CUT_LATE,
          CONTEXT_OVERFLOW,
          REFUSAL,
          UNKNOWN_MODEL,
          INVALID_REQUEST,
          BUDGET ->
          false;
    };
  }
}
