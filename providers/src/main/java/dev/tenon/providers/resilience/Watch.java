package dev.tenon.providers.resilience;

import dev.tenon.core.model.ModelEvent;
import java.util.function.Consumer;

/// Passes events on and remembers how far the attempt has come that they belong to.
final class Watch implements Consumer<ModelEvent> {
  private final Consumer<ModelEvent> sink;
  private boolean begun;
  private boolean visible;

  Watch(Consumer<ModelEvent> sink) {
    this.sink = sink;
  }

  /// Whether the stream was there: something of the answer came after `Started`.
  boolean begun() {
    return begun;
  }

  /// Whether a person could have seen something of the answer.
  boolean visible() {
    return visible;
  }

  @Override
  public void accept(ModelEvent event) {
    switch (event) {
      case ModelEvent.Started ignored -> {
        begun = false;
        visible = false;
      }
      case ModelEvent.TextStarted ignored -> begun = true;
      case ModelEvent.ThinkingStarted ignored -> begun = true;
      case ModelEvent.TextDelta delta -> show(delta.text());
      case ModelEvent.ThinkingDelta delta -> show(delta.text());
      case ModelEvent.TextEnded end -> show(end.part().text());
      case ModelEvent.ThinkingEnded end -> show(end.part().text());
      case ModelEvent.CallStarted call -> show(call.name());
      case ModelEvent.CallDelta delta -> show(delta.text());
      case ModelEvent.CallEnded end -> show(end.part().name());
      case ModelEvent.Done ignored -> begun = true;
      case ModelEvent.Failed ignored -> {}
      case ModelEvent.RetryScheduled ignored -> {}
      case ModelEvent.RetryEnded ignored -> {}
      case ModelEvent.FallbackApplied ignored -> {}
      case ModelEvent.FallbackSucceeded ignored -> {}
    }
    sink.accept(event);
  }

  private void show(String text) {
    begun = true;
    visible |= !text.isEmpty();
  }
}
