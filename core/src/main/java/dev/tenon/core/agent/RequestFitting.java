package dev.tenon.core.agent;

import dev.tenon.core.model.Message;
import dev.tenon.core.model.Request;
import java.util.Optional;
import java.util.function.Consumer;

/// Makes a request fit into the window of the model: asks the [Compactor] whether the history has
/// to become shorter, and puts its answer in place.
final class RequestFitting {
  private RequestFitting() {}

  static Optional<CompactedHistory> make(
      Setup setup, History history, Compactor.Occasion occasion, Consumer<AgentEvent> events)
      throws InterruptedException {
    var request = request(setup, history);
    int measured = request.messages().size() == history.count() ? history.measured() : 0;
    long tokens =
        measured > 0 && request.messages().get(measured - 1) instanceof Message.Assistant answer
            ? answer.usage().total()
            : 0;
    var situation =
        new Compactor.Situation(request, history.bytes(), tokens, measured, history.compacted());
    Optional<CompactedHistory> shorter =
        setup
            .compactor()
            .compact(
                occasion,
                situation,
                tokensNow -> {
                  events.accept(new AgentEvent.CompactionStarted(tokensNow));
                  return true;
                });
    if (shorter.isPresent()) {
      history.compact(shorter.get());
      events.accept(new AgentEvent.HistoryCompacted(shorter.get()));
    }
    return shorter;
  }

  /// What would be sent now. The tools are those of this moment: they may grow during a prompt.
  static Request request(Setup setup, History history) {
    Setup.Limits limits = setup.limits();
    Finish finish = setup.finish();
    return new Request(
        setup.system(),
        Pairing.repaired(history.messages()),
        setup.tools().specs(),
        limits.outputTokens(),
        limits.effort(),
        finish != null && finish.forced() ? finish.tool() : null);
  }
}
