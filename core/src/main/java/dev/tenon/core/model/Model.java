package dev.tenon.core.model;

import java.util.function.Consumer;

/// A language model that answers one request with one streamed message.
///
/// The call blocks until the answer is complete. Each attempt tells the sink, in order:
/// [ModelEvent.Started], then for each content block its start, deltas and end, then exactly one of
/// [ModelEvent.Done] (and the message is returned) or [ModelEvent.Failed] (and the same exception
/// is thrown). Decorators that try again let the sink see every attempt; a `Started` therefore
/// means: forget what the attempt before has shown.
///
/// Cancellation is interruption of the calling thread: the call ends soon with
/// [InterruptedException] and leaves no connection open. The sink is called on the calling thread
/// and must not throw. Implementations are safe for use by several threads at once.
public interface Model {
  Message.Assistant stream(Request request, Consumer<ModelEvent> sink)
      throws ModelException, InterruptedException;
}
