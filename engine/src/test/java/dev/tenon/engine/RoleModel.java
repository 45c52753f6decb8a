package dev.tenon.engine;

import dev.tenon.core.model.Message;
import dev.tenon.core.model.Model;
import dev.tenon.core.model.ModelEvent;
import dev.tenon.core.model.ModelException;
import dev.tenon.core.model.Part;
import dev.tenon.core.model.Request;
import dev.tenon.core.model.script.ScriptedModel;
import dev.tenon.core.model.script.Step;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A model for a conversation (`Main`) and its helpers, by the names of their tasks, whatever their
/// numbers. A step may look at the request. Whoever asks out of turn fails.
final class RoleModel implements Model {
  private static final Pattern HELPER = Pattern.compile("You are the helper (?:\\S*-)?(\\w+):");
  private final Map<String, Deque<Function<Request, Step>>> scripts = new ConcurrentHashMap<>();
  private final List<String> strangers = new CopyOnWriteArrayList<>();

  RoleModel then(String name, Function<Request, Step> step) {
    scripts.computeIfAbsent(name, any -> new ArrayDeque<>()).add(step);
    return this;
  }

  RoleModel then(String name, Step... steps) {
    for (Step step : steps) {
      then(name, request -> step);
    }
    return this;
  }

  @Override
  public Message.Assistant stream(Request request, Consumer<ModelEvent> sink)
      throws ModelException, InterruptedException {
    Matcher found = HELPER.matcher(request.system());
    String name = found.find() ? found.group(1) : "Main";
    Function<Request, Step> step;
    synchronized (this) {
      Deque<Function<Request, Step>> script = scripts.getOrDefault(name, new ArrayDeque<>());
      step = script.poll();
    }
    if (step == null) {
      strangers.add(name + " asked out of turn after: " + lastText(request));
      throw new ModelException(ModelException.Kind.INVALID_REQUEST, name + " asked out of turn");
    }
    return ScriptedModel.of(step.apply(request)).stream(request, sink);
  }

  /// What was said to the model last: a prompt, or results.
  static String lastText(Request request) {
    var out = new StringBuilder();
    switch (request.messages().getLast()) {
      case Message.User user -> user.content().forEach(part -> out.append(text(part)));
      case Message.ToolResults results ->
          results.results().forEach(result -> out.append(result.text()).append('\n'));
      case Message.Assistant answer -> out.append(answer.text());
    }
    return out.toString();
  }

  private static String text(Part.Input part) {
    return part instanceof Part.Text said ? said.text() + "\n" : "";
  }

  void verify() {
    if (!strangers.isEmpty()) {
      throw new AssertionError(strangers.toString());
    }
    scripts.forEach(
        (name, left) -> {
          if (!left.isEmpty()) {
            throw new AssertionError(name + " has " + left.size() + " steps left");
          }
        });
  }
}
