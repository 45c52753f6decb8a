package dev.tenon.protocols.rpc;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.ModelEvent;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Tells that a model is asked again, whatever of it is repeated: the request, a stream that showed
/// nothing, or the whole turn. Only of the turn's retries the model tells the end; that of the
/// others is told here. Used by one thread, but for [#waits].
final class RetryEvents {
  static final String CANCELLED = "Retry cancelled";

  private final Consumer<Json.Obj> out;

  /// The last repeat whose end nobody else tells.
  private ModelEvent.@Nullable RetryScheduled open;

  private boolean ofTurn;
  private volatile boolean waiting;

  /// When the delay is over, in the time of [System#nanoTime].
  private volatile long due;

  RetryEvents(Consumer<Json.Obj> out) {
    this.out = out;
  }

  /// Whether the delay runs before the model is asked again. After it a request is on its way.
  boolean waits() {
    return waiting && System.nanoTime() - due < 0;
  }

  void scheduled(ModelEvent.RetryScheduled retry) {
    due = System.nanoTime() + retry.delay().toNanos();
    waiting = true;
    ofTurn |= retry.scope() == ModelEvent.RetryScope.TURN;
    open = ofTurn ? null : retry;
    out.accept(
        event("auto_retry_start")
            .put("attempt", retry.attempt())
            .put("maxAttempts", retry.maxAttempts())
            .put("delayMs", retry.delay().toMillis())
            .put("errorMessage", retry.reason())
            .build());
  }

  /// It answers again.
  void answers() {
    waiting = false;
  }

  /// The retries of the turn are over.
  void ended(ModelEvent.RetryEnded end) {
    ModelEvent.RetryScheduled last = open;
    tellEnd(last == null ? end.attempt() : last.attempt(), end.finalError());
  }

  /// The turn has its answer, or will not get one.
  ///
  /// @param error why not; null when it has
  void over(@Nullable String error) {
    ModelEvent.RetryScheduled last = open;
    if (last != null) {
      tellEnd(last.attempt(), error);
    } else if (error != null) {
      waiting = false;
      ofTurn = false;
    }
  }

  private void tellEnd(int attempt, @Nullable String error) {
    waiting = false;
    open = null;
    ofTurn = false;
    out.accept(
        event("auto_retry_end")
            .put("success", error == null)
            .put("attempt", attempt)
            .put("finalError", error)
            .build());
  }

  private static Json.Builder event(String kind) {
    return Json.object().put("type", kind);
  }
}
