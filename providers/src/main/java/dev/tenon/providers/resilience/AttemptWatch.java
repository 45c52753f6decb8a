package dev.tenon.providers.resilience;

import dev.tenon.core.model.ModelEvent;
import java.util.function.Consumer;

/// Passes events on and remembers how far the attempt has come that they belong to.
final class AttemptWatch implements Consumer<ModelEvent> {
  private final Consumer<ModelEvent> sink;
  private boolean begun;
  private boolean visible;

  AttemptWatch(Consumer<ModelEvent> sink) {
    this.sink = sink;
  }

  /// Whether the stream was there: something of the answer came after `Started`.
  boolean begun() {
    return begun;
  }

  /// Whether something was shown that another attempt would show again: text, thinking, or a whole
  /// call. Half a call is nothing yet.
  boolean visible() {
    return visible;
  }

  /// Questions instead of a switch over the types: this is on the way to the first word of an
  /// answer, and the first such switch of a program costs ten milliseconds.
  @Override
  public void accept(ModelEvent event) {
    if (event instanceof ModelEvent.TextDelta delta) {
      show(delta.text());
    } else if (event instanceof ModelEvent.ThinkingDelta delta) {
      show(delta.text());
    } else if (event instanceof ModelEvent.TextEnded end) {
      show(end.part().text());
    } else if (event instanceof ModelEvent.ThinkingEnded end) {
      show(end.part().text());
    } else if (event instanceof ModelEvent.CallEnded end) {
      show(end.part().name());
    } else if (event instanceof ModelEvent.Started) {
      begun = false;
      visible = false;
    } else if (event instanceof ModelEvent.TextStarted
        || event instanceof ModelEvent.ThinkingStarted
        || event instanceof ModelEvent.CallStarted
        || event instanceof ModelEvent.CallDelta
        || event instanceof ModelEvent.Done) {
      begun = true;
    }
    sink.accept(event);
  }

  private void show(String text) {
    begun = true;
    visible |= !text.isEmpty();
  }
}
