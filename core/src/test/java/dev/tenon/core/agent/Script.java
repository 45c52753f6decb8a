package dev.tenon.core.agent;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.MessageAssembly;
import dev.tenon.core.model.Model;
import dev.tenon.core.model.ModelEvent;
import dev.tenon.core.model.ModelException;
import dev.tenon.core.model.Part;
import dev.tenon.core.model.Request;
import dev.tenon.core.model.StopReason;
import dev.tenon.core.model.Usage;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;

/// A model that follows a script, remembers the requests, and fails when the script is over.
final class Script implements Model {
  /// What the model does at one step.
  interface Act {
    Message.Assistant play(Consumer<ModelEvent> sink) throws ModelException, InterruptedException;
  }

  final List<Request> requests = new ArrayList<>();
  private final Deque<Act> acts = new ArrayDeque<>();

  Script then(Act act) {
    acts.add(act);
    return this;
  }

  synchronized boolean isOver() {
    return acts.isEmpty();
  }

  Script says(String text) {
    return then(sink -> play(sink, List.of(new Part.Text(text)), StopReason.STOP));
  }

  Script calls(Part.Call... calls) {
    return then(sink -> play(sink, List.of(calls), StopReason.TOOL_USE));
  }

  Script fails(ModelException.Kind kind) {
    return then(
        sink -> {
          throw new ModelException(kind, "scripted " + kind);
        });
  }

  static Part.Call call(String id, String name, String key, String value) {
    return Part.Call.of(id, name, Json.object().put(key, value).build());
  }

  @Override
  public synchronized Message.Assistant stream(Request request, Consumer<ModelEvent> sink)
      throws ModelException, InterruptedException {
    requests.add(request);
    Act act = acts.poll();
    if (act == null) {
      throw new AssertionError("the script is over; request " + requests.size());
    }
    return act.play(sink);
  }

  static Message.Assistant play(
      Consumer<ModelEvent> sink, List<? extends Part.Output> parts, StopReason reason) {
    var assembly = new MessageAssembly();
    Consumer<ModelEvent> both = assembly.andThen(sink);
    both.accept(new ModelEvent.Started("test/script"));
    for (int i = 0; i < parts.size(); i++) {
      switch (parts.get(i)) {
        case Part.Text text -> {
          both.accept(new ModelEvent.TextStarted(i));
          for (String word : text.text().split("(?<= )", -1)) {
            both.accept(new ModelEvent.TextDelta(i, word));
          }
          both.accept(new ModelEvent.TextEnded(i, text));
        }
        case Part.Thinking thinking -> {
          both.accept(new ModelEvent.ThinkingStarted(i));
          both.accept(new ModelEvent.ThinkingEnded(i, thinking));
        }
        case Part.Call call -> {
          both.accept(new ModelEvent.CallStarted(i, call.id(), call.name()));
          both.accept(new ModelEvent.CallEnded(i, call));
        }
      }
    }
    both.accept(new ModelEvent.Done(reason, new Usage(10, 5, 2, 1)));
    return assembly.message();
  }
}
