package dev.tenon.providers.wire;

import dev.tenon.core.model.Message;
import dev.tenon.core.model.Model;
import dev.tenon.core.model.ModelEvent;
import dev.tenon.core.model.ModelException;
import dev.tenon.core.model.Request;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One attempt on a virtual thread, as the agent makes it: its events and how it ended.
final class Attempt {
  private final List<ModelEvent> events = Collections.synchronizedList(new ArrayList<>());
  private final Thread thread;
  private volatile Message.@Nullable Assistant message;
  private volatile @Nullable ModelException failure;
  private volatile @Nullable Throwable other;

  private Attempt(Model model, Request request, Thread.Builder builder) {
    thread =
        builder.start(
            () -> {
              try {
                message = model.stream(request, events::add);
              } catch (ModelException e) {
                failure = e;
              } catch (InterruptedException | RuntimeException | Error e) {
                other = e;
              }
            });
  }

  static Attempt start(Model model, Request request) {
    return new Attempt(model, request, Thread.ofVirtual());
  }

  static Attempt startOnPlatformThread(Model model, Request request) {
    return new Attempt(model, request, Thread.ofPlatform());
  }

  static Attempt run(Model model, Request request) throws InterruptedException {
    return start(model, request).join();
  }

  Attempt join() throws InterruptedException {
    if (!thread.join(java.time.Duration.ofSeconds(20))) {
      var stack = new AssertionError("the attempt does not end");
      stack.setStackTrace(thread.getStackTrace());
      throw stack;
    }
    return this;
  }

  void interrupt() {
    thread.interrupt();
  }

  boolean alive() {
    return thread.isAlive();
  }

  List<ModelEvent> events() {
    return List.copyOf(events);
  }

  Message.Assistant message() {
    Message.Assistant result = message;
    if (result == null) {
      throw new AssertionError("no message, but " + ending(), failure == null ? other : failure);
    }
    return result;
  }

  ModelException failure() {
    ModelException result = failure;
    if (result == null) {
      throw new AssertionError("no failure, but " + ending(), other);
    }
    return result;
  }

  boolean interrupted() {
    return other instanceof InterruptedException;
  }

  /// The text of all deltas of this type, joined.
  String deltas(Class<? extends ModelEvent.Delta> type) {
    var text = new StringBuilder();
    for (ModelEvent event : events()) {
      if (type.isInstance(event)) {
        text.append(type.cast(event).text());
      }
    }
    return text.toString();
  }

  private String ending() {
    return "message "
        + message
        + ", failure "
        + failure
        + ", other "
        + other
        + ", events "
        + events;
  }
}
