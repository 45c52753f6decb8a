package dev.tenon.providers.meter;

import dev.tenon.core.model.Message;
import dev.tenon.core.model.Model;
import dev.tenon.core.model.ModelEvent;
import dev.tenon.core.model.ModelException;
import dev.tenon.core.model.Request;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A model whose requests are counted by a [Meter].
final class MeteredModel implements Model {
  private final Meter meter;
  private final String name;
  private final Model model;
  private final @Nullable Share share;

  MeteredModel(Meter meter, String name, Model model) {
    this(meter, name, model, null);
  }

  private MeteredModel(Meter meter, String name, Model model, @Nullable Share share) {
    this.meter = meter;
    this.name = name;
    this.model = model;
    this.share = share;
  }

  /// The same model for somebody who has a part of the budget.
  MeteredModel within(Share part) {
    return new MeteredModel(meter, name, model, part);
  }

  @Override
  public Message.Assistant stream(Request request, Consumer<ModelEvent> sink)
      throws ModelException, InterruptedException {
    try {
      meter.check(name);
      if (share != null) {
        share.check();
      }
    } catch (ModelException refused) {
      sink.accept(new ModelEvent.Failed(refused));
      throw refused;
    }
    var heard = new Heard(name, sink);
    long began = System.currentTimeMillis();
    long start = System.nanoTime();
    try {
      Message.Assistant answer = model.stream(request, heard);
      meter.done(answer, share, began, System.nanoTime() - start);
      return answer;
    } catch (ModelException failed) {
      if (heard.characters > 0) {
        broken(request, heard, MeasuredRequest.Ending.FAILED, began, start);
      }
      throw failed;
    } catch (InterruptedException stopped) {
      if (heard.begun) {
        broken(request, heard, MeasuredRequest.Ending.STOPPED, began, start);
      }
      throw stopped;
    }
  }

  private void broken(
      Request request, Heard heard, MeasuredRequest.Ending ending, long began, long start) {
    meter.broken(
        heard.model, request, heard.characters, share, ending, began, System.nanoTime() - start);
  }

  /// Counts what arrives, for answers that do not get to their end.
  private static final class Heard implements Consumer<ModelEvent> {
    private final Consumer<ModelEvent> sink;
    private String model;
    private long characters;
    private boolean begun;

    Heard(String model, Consumer<ModelEvent> sink) {
      this.model = model;
      this.sink = sink;
    }

    @Override
    public void accept(ModelEvent event) {
      if (event instanceof ModelEvent.Delta delta) {
        characters += delta.text().length();
      } else if (event instanceof ModelEvent.Started started) {
        model = started.model();
        begun = true;
      }
      sink.accept(event);
    }
  }
}
