package dev.tenon.core.model;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// What a model tells while it answers. `index` is the position of the content block in the
/// message.
public sealed interface ModelEvent {

  /// An attempt began; `model` is the full name of who answers.
  record Started(String model) implements ModelEvent {}

  record TextStarted(int index) implements ModelEvent {}

  record TextDelta(int index, String text) implements Delta {
    @Override
    public Delta merge(String more) {
      return new TextDelta(index, text + more);
    }
  }

  record TextEnded(int index, Part.Text part) implements ModelEvent {}

  record ThinkingStarted(int index) implements ModelEvent {}

  record ThinkingDelta(int index, String text) implements Delta {
    @Override
    public Delta merge(String more) {
      return new ThinkingDelta(index, text + more);
    }
  }

  record ThinkingEnded(int index, Part.Thinking part) implements ModelEvent {}

  record CallStarted(int index, String id, String name) implements ModelEvent {}

  /// More of the call's arguments as JSON text.
  record CallDelta(int index, String text) implements Delta {
    @Override
    public Delta merge(String more) {
      return new CallDelta(index, text + more);
    }
  }

  record CallEnded(int index, Part.Call part) implements ModelEvent {}

  record Done(StopReason reason, Usage usage) implements ModelEvent {}

  record Failed(ModelException failure) implements ModelEvent {}

  /// A decorator will try again after the delay. `attempt` counts from 1.
  record RetryScheduled(
      RetryScope scope, int attempt, int maxAttempts, Duration delay, String reason)
      implements ModelEvent {}

  /// A chain of retries of the turn is over; `finalError` is null after success.
  record RetryEnded(int attempt, @Nullable String finalError) implements ModelEvent {
    public boolean success() {
      return finalError == null;
    }
  }

  /// Another model of the chain takes over. `role` names the chain.
  record FallbackApplied(String from, String to, String role) implements ModelEvent {}

  /// The model that took over has answered.
  record FallbackSucceeded(String model, String role) implements ModelEvent {}

  /// Which budget a retry is taken from.
  enum RetryScope {
    /// Setting up the request, before the stream is there.
    REQUEST,
    /// Replaying a stream that showed nothing yet.
    STREAM,
    /// The whole turn again.
    TURN
  }

  /// More text of an open block. Deltas of one type and index that follow each other may be merged.
  sealed interface Delta extends ModelEvent {
    int index();

    String text();

    Delta merge(String more);
  }
}
