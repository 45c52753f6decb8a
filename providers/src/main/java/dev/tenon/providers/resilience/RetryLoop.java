package dev.tenon.providers.resilience;

import dev.tenon.core.model.Message;
import dev.tenon.core.model.Model;
import dev.tenon.core.model.ModelEvent;
import dev.tenon.core.model.ModelException;
import dev.tenon.core.model.Request;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Asks a model again after failures, as often and as late as a [Rule] says. The repeats are
/// counted over all calls; used by one thread.
final class RetryLoop {
  private final Model inner;
  private final ModelEvent.RetryScope scope;
  private final int most;
  private final Time time;
  private int made;

  RetryLoop(Model inner, ModelEvent.RetryScope scope, int most, Time time) {
    this.inner = inner;
    this.scope = scope;
    this.most = most;
    this.time = time;
  }

  /// Decides about one failure.
  interface Rule {
    /// The pause before the next attempt, or null when there shall be none.
    ///
    /// @param watch how far the failed attempt came
    /// @param repeat the number of the repeat it would be, from 1
    @Nullable Duration pause(ModelException failure, AttemptWatch watch, int repeat);
  }

  Message.Assistant stream(Request request, Consumer<ModelEvent> sink, Rule rule)
      throws ModelException, InterruptedException {
    while (true) {
      var watch = new AttemptWatch(sink);
      try {
        return inner.stream(request, watch);
      } catch (ModelException failure) {
        Duration pause = made >= most ? null : rule.pause(failure, watch, made + 1);
        if (pause == null) {
          throw failure;
        }
        made++;
        String why = String.valueOf(failure.getMessage());
        sink.accept(new ModelEvent.RetryScheduled(scope, made, most, pause, why));
        time.pause(pause);
      }
    }
  }
}
