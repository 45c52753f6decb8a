package dev.tenon.providers.resilience;

import dev.tenon.core.model.Message;
import dev.tenon.core.model.Model;
import dev.tenon.core.model.ModelEvent;
import dev.tenon.core.model.ModelException;
import dev.tenon.core.model.Part;
import dev.tenon.core.model.Request;
import dev.tenon.core.model.StopReason;
import dev.tenon.core.model.Usage;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A model that fails as told and then answers, and counts how often it was asked.
final class FlakyModel implements Model {

  /// How much of an answer is shown before it fails.
  enum Shown {
    NOTHING,
    BLOCK_START,
    TEXT
  }

  private record Fault(Supplier<ModelException> failure, Shown shown) {}

  private final String name;
  private final Queue<Fault> faults = new ArrayDeque<>();
  private @Nullable Fault forever;
  private Runnable meanwhile = () -> {};
  private int requests;

  FlakyModel(String name) {
    this.name = name;
  }

  FlakyModel fail(int times, ModelException.Kind kind) {
    return fail(times, Shown.NOTHING, () -> failure(kind));
  }

  FlakyModel fail(int times, Shown shown, Supplier<ModelException> failure) {
    for (int i = 0; i < times; i++) {
      faults.add(new Fault(failure, shown));
    }
    return this;
  }

  FlakyModel failAlways(Shown shown, Supplier<ModelException> failure) {
    forever = new Fault(failure, shown);
    return this;
  }

  /// Something that happens in every request, such as time that passes.
  FlakyModel meanwhile(Runnable action) {
    meanwhile = action;
    return this;
  }

  int requests() {
    return requests;
  }

  static ModelException failure(ModelException.Kind kind) {
    return new ModelException(kind, "it is " + kind);
  }

  @Override
  public Message.Assistant stream(Request request, Consumer<ModelEvent> sink)
      throws ModelException {
    requests++;
    sink.accept(new ModelEvent.Started(name));
    meanwhile.run();
    Fault fault = faults.isEmpty() ? forever : faults.remove();
    if (fault != null) {
      if (fault.shown() != Shown.NOTHING) {
        sink.accept(new ModelEvent.TextStarted(0));
      }
      if (fault.shown() == Shown.TEXT) {
        sink.accept(new ModelEvent.TextDelta(0, "half"));
      }
      ModelException failure = fault.failure().get();
      sink.accept(new ModelEvent.Failed(failure));
      throw failure;
    }
    var text = new Part.Text("answer of " + name);
    sink.accept(new ModelEvent.TextStarted(0));
    sink.accept(new ModelEvent.TextDelta(0, text.text()));
    sink.accept(new ModelEvent.TextEnded(0, text));
    sink.accept(new ModelEvent.Done(StopReason.STOP, Usage.NONE));
    return new Message.Assistant(List.of(text), StopReason.STOP, Usage.NONE, name);
  }
}
