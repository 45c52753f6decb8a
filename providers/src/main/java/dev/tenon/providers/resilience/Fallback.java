package dev.tenon.providers.resilience;

import dev.tenon.core.model.Message;
import dev.tenon.core.model.Model;
import dev.tenon.core.model.ModelEvent;
import dev.tenon.core.model.ModelException;
import dev.tenon.core.model.Request;
import java.util.BitSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Asks the models of a chain until one answers: a model that fails is put on cooldown, and the
/// next one that is not cooling down takes over without a pause. When none is left the failure goes
/// up.
///
/// A failure of the moment (busy, failing, broken stream), a used-up quota and an own server that
/// does not run all move on to the next model. A wrong key, an unknown model, a bad request and a
/// refusal do not: they are for the person to see, and another model behind their back would hide
/// them. Neither does a context overflow, which compaction answers.
///
/// One object serves one turn, on one thread; what outlives the turn is in the [FallbackChain].
final class Fallback implements Model {
  private final FallbackChain chain;
  private final List<Model> models;
  private final Time time;

  /// The model that was asked last in this turn, -1 before the first.
  private int last = -1;

  private boolean switched;

  /// `models` are the models of the chain's names, in the same order, as this turn asks them.
  Fallback(FallbackChain chain, List<Model> models, Time time) {
    this.chain = chain;
    this.models = List.copyOf(models);
    this.time = time;
  }

  @Override
  public Message.Assistant stream(Request request, Consumer<ModelEvent> sink)
      throws ModelException, InterruptedException {
    int current = chain.choose(time.now());
    var asked = new BitSet();
    ModelException worthWaiting = null;
    while (true) {
      if (last >= 0 && last != current) {
        switched = true;
        sink.accept(
            new ModelEvent.FallbackApplied(chain.name(last), chain.name(current), chain.role()));
      }
      last = current;
      asked.set(current);
      try {
        Message.Assistant answer = models.get(current).stream(request, sink);
        chain.succeeded(current);
        if (switched) {
          switched = false;
          sink.accept(new ModelEvent.FallbackSucceeded(chain.name(current), chain.role()));
        }
        return answer;
      } catch (ModelException failure) {
        if (!movesOn(failure)) {
          throw failure;
        }
        worthWaiting = firstRetryable(worthWaiting, failure);
        OptionalInt next = chain.failed(current, failure, time.now());
        if (next.isEmpty() && worthWaiting != null) {
          throw worthWaiting;
        }
        if (next.isEmpty()) {
          next = chain.nextInLine(asked);
        }
        if (next.isEmpty()) {
          throw failure;
        }
        current = next.getAsInt();
      }
    }
  }

  /// Of several failures the one that the turn can wait for: a first model that is busy is no less
  /// worth a retry because the last of the chain was not running at all.
  private static @Nullable ModelException firstRetryable(
      @Nullable ModelException before, ModelException failure) {
    return before != null || !failure.retryable() ? before : failure;
  }

  private static boolean movesOn(ModelException failure) {
    return switch (failure.kind()) {
      case RATE_LIMIT,
          OVERLOADED,
          SERVER,
          NETWORK,
          STREAM_CUT_EARLY,
          STREAM_CUT_LATE,
          MALFORMED,
          QUOTA,
          UNREACHABLE ->
          true;
      case AUTHENTICATION, CONTEXT_OVERFLOW, REFUSAL, UNKNOWN_MODEL, INVALID_REQUEST, BUDGET ->
          false;
    };
  }
}
