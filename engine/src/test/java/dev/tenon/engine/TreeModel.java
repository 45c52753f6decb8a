package dev.tenon.engine;

import dev.tenon.core.model.Message;
import dev.tenon.core.model.Model;
import dev.tenon.core.model.ModelEvent;
import dev.tenon.core.model.ModelException;
import dev.tenon.core.model.Request;
import dev.tenon.core.model.script.ScriptedModel;
import dev.tenon.core.model.script.Step;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A model for a conversation and all its helpers: a script for each id, `0-Main` for the
/// conversation itself. Whoever asks without a script, or beyond its end, fails.
final class TreeModel implements Model {
  private static final Pattern HELPER = Pattern.compile("You are the helper (\\S+):");
  private final Map<String, ScriptedModel> scripts = new LinkedHashMap<>();
  private final Map<String, String> strangers = new ConcurrentHashMap<>();

  TreeModel script(String id, Step... steps) {
    scripts.put(id, ScriptedModel.named("scripted/" + id, List.of(steps)));
    return this;
  }

  ScriptedModel of(String id) {
    return scripts.get(id);
  }

  @Override
  public Message.Assistant stream(Request request, Consumer<ModelEvent> sink)
      throws ModelException, InterruptedException {
    Matcher found = HELPER.matcher(request.system());
    String id = found.find() ? found.group(1) : "0-Main";
    ScriptedModel script = scripts.get(id);
    if (script == null) {
      strangers.put(id, "asked out of turn");
      throw new ModelException(ModelException.Kind.INVALID_REQUEST, id + " asked out of turn");
    }
    return script.stream(request, sink);
  }

  void verify() {
    if (!strangers.isEmpty()) {
      throw new AssertionError(strangers.toString());
    }
    scripts.values().forEach(ScriptedModel::verify);
  }
}
