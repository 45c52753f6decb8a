package dev.tenon.core.model.script;

import dev.tenon.core.model.Message;
import dev.tenon.core.model.Model;
import dev.tenon.core.model.ModelEvent;
import dev.tenon.core.model.ModelException;
import dev.tenon.core.model.Part;
import dev.tenon.core.model.Request;
import dev.tenon.core.model.StopReason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A model that answers each request with the next [Step] of its script, streamed in small deltas
/// like a real answer. It never makes anything up: a request after the last step, or one that is
/// not what the step expects, fails as `INVALID_REQUEST`, which nobody retries.
///
/// Requests are kept for tests. Safe for several threads; steps are taken in the order of arrival.
public final class ScriptedModel implements Model {
  /// Longest delta; text is cut after white space where that comes first.
  private static final int DELTA = 24;

  private final String name;
  private final List<Step> steps;
  private final ReentrantLock lock = new ReentrantLock();
  private final List<Request> requests = new ArrayList<>();
  private @Nullable String misuse;

  private ScriptedModel(String name, List<Step> steps) {
    this.name = name;
    this.steps = List.copyOf(steps);
  }

  public static ScriptedModel of(Step... steps) {
    return new ScriptedModel("scripted/test", List.of(steps));
  }

  /// `name` is the full name that answers carry, as in `scripted/demo`.
  public static ScriptedModel named(String name, List<Step> steps) {
    return new ScriptedModel(name, steps);
  }

  @Override
  public Message.Assistant stream(Request request, Consumer<ModelEvent> sink)
      throws ModelException, InterruptedException {
    int number;
    lock.lock();
    try {
      requests.add(request);
      number = requests.size();
    } finally {
      lock.unlock();
    }
    sink.accept(new ModelEvent.Started(name));
    if (number > steps.size()) {
      throw misused(exhausted(number, request), sink);
    }
    Step step = steps.get(number - 1);
    String mismatch = step.expectation().mismatch(request);
    if (mismatch != null) {
      throw misused("step " + number + " of " + name + ": " + mismatch, sink);
    }
    return play(step, number, sink);
  }

  /// The requests so far, in the order of arrival.
  public List<Request> requests() {
    lock.lock();
    try {
      return List.copyOf(requests);
    } finally {
      lock.unlock();
    }
  }

  /// How many steps nobody has asked for yet.
  public int remaining() {
    return Math.max(0, steps.size() - requests().size());
  }

  /// Throws unless the whole script was played and every request was as expected.
  public void verify() {
    lock.lock();
    try {
      if (misuse != null) {
        throw new IllegalStateException(misuse);
      }
      if (requests.size() < steps.size()) {
        throw new IllegalStateException(
            name + " played " + requests.size() + " of " + steps.size() + " steps");
      }
    } finally {
      lock.unlock();
    }
  }

  private Message.Assistant play(Step step, int number, Consumer<ModelEvent> sink)
      throws ModelException, InterruptedException {
    var content = new ArrayList<Part.Output>();
    for (Part.Output part : step.content()) {
      content.add(play(part, number, content.size(), step.pace(), sink));
    }
    return switch (step.ending()) {
      case Step.Ending.Complete complete -> {
        StopReason reason = complete.reason();
        if (reason == null) {
          reason = hasCall(content) ? StopReason.TOOL_USE : StopReason.STOP;
        }
        var message = new Message.Assistant(content, reason, complete.usage(), name);
        sink.accept(new ModelEvent.Done(reason, complete.usage()));
        yield message;
      }
      case Step.Ending.Failure failure ->
          throw failed(
              new ModelException(failure.kind(), failure.message(), failure.retryAfter(), null),
              sink);
      case Step.Ending.Hanging ignored -> {
        new CountDownLatch(1).await();
        throw new IllegalStateException("a latch that nobody counts down was counted down");
      }
    };
  }

  private static Part.Output play(
      Part.Output part, int step, int index, Duration pace, Consumer<ModelEvent> sink)
      throws InterruptedException {
    switch (part) {
      case Part.Text text -> {
        sink.accept(new ModelEvent.TextStarted(index));
        deltas(text.text(), pace, delta -> sink.accept(new ModelEvent.TextDelta(index, delta)));
        sink.accept(new ModelEvent.TextEnded(index, text));
        return text;
      }
      case Part.Thinking thinking -> {
        sink.accept(new ModelEvent.ThinkingStarted(index));
        deltas(
            thinking.text(),
            pace,
            delta -> sink.accept(new ModelEvent.ThinkingDelta(index, delta)));
        sink.accept(new ModelEvent.ThinkingEnded(index, thinking));
        return thinking;
      }
      case Part.Call call -> {
        String id = call.id().isEmpty() ? "call_" + step + "_" + (index + 1) : call.id();
        var named =
            new Part.Call(id, call.name(), call.arguments(), call.signature(), call.problem());
        sink.accept(new ModelEvent.CallStarted(index, id, call.name()));
        deltas(
            call.arguments().compact(),
            pace,
            delta -> sink.accept(new ModelEvent.CallDelta(index, delta)));
        sink.accept(new ModelEvent.CallEnded(index, named));
        return named;
      }
    }
  }

  private static void deltas(String text, Duration pace, Consumer<String> each)
      throws InterruptedException {
    int from = 0;
    while (from < text.length()) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      if (pace.isPositive()) {
        Thread.sleep(pace);
      }
      int to = cut(text, from);
      each.accept(text.substring(from, to));
      from = to;
    }
  }

  /// The end of the delta that begins here: after white space, and never inside a surrogate pair.
  private static int cut(String text, int from) {
    int limit = Math.min(text.length(), from + DELTA);
    for (int at = from; at < limit; at++) {
      if (Character.isWhitespace(text.charAt(at))) {
        return at + 1;
      }
    }
    return limit < text.length() && Character.isHighSurrogate(text.charAt(limit - 1))
        ? limit + 1
        : limit;
  }

  private String exhausted(int number, Request request) {
    String last =
        request.messages().isEmpty()
            ? "it has no messages"
            : switch (request.messages().getLast()) {
              case Message.User user -> "it ends with a user message";
              case Message.Assistant assistant -> "it ends with an assistant message";
              case Message.ToolResults results ->
                  "it ends with " + results.results().size() + " tool result(s)";
            };
    return "the script "
        + name
        + " is exhausted: it has "
        + steps.size()
        + " step(s), and this is request "
        + number
        + " ("
        + last
        + "); add a step or end the conversation earlier";
  }

  private ModelException misused(String message, Consumer<ModelEvent> sink) {
    lock.lock();
    try {
      if (misuse == null) {
        misuse = message;
      }
    } finally {
      lock.unlock();
    }
    return failed(new ModelException(ModelException.Kind.INVALID_REQUEST, message), sink);
  }

  private static ModelException failed(ModelException failure, Consumer<ModelEvent> sink) {
    sink.accept(new ModelEvent.Failed(failure));
    return failure;
  }

  private static boolean hasCall(List<Part.Output> content) {
    for (Part.Output part : content) {
      if (part instanceof Part.Call) {
        return true;
      }
    }
    return false;
  }
}
