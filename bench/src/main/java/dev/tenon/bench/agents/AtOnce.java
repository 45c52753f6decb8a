package dev.tenon.bench.agents;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.Model;
import dev.tenon.core.model.ModelEvent;
import dev.tenon.core.model.ModelException;
import dev.tenon.core.model.Request;
import dev.tenon.core.model.script.ScriptedModel;
import dev.tenon.core.model.script.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// A model that answers at once: helpers give their result back, and the conversation first makes
/// the calls of its kind, if any, and then ends.
final class AtOnce implements Model {
  private final int helpers;

  /// @param helpers how many the conversation calls; with none it reads a file instead
  AtOnce(int helpers) {
    this.helpers = helpers;
  }

  @Override
  public Message.Assistant stream(Request request, Consumer<ModelEvent> sink)
      throws ModelException, InterruptedException {
    return ScriptedModel.of(step(request)).stream(request, sink);
  }

  private Step step(Request request) {
    boolean helper = request.tools().stream().anyMatch(tool -> tool.name().equals("yield"));
    if (helper) {
      return Step.calls("yield", Json.object().put("result", "done").build());
    }
    boolean answered = request.messages().getLast() instanceof Message.ToolResults;
    if (answered || text(request).equals("hello")) {
      return Step.says("Done.");
    }
    return helpers == 0
        ? Step.calls("read_file", Json.object().put("path", "a.txt").build())
        : Step.calls("task", Json.object().put("agent", "task").array("tasks", tasks()).build());
  }

  private static String text(Request request) {
    return request.messages().getLast() instanceof Message.User user ? user.text() : "";
  }

  private List<Json> tasks() {
    var tasks = new ArrayList<Json>();
    for (int i = 0; i < helpers; i++) {
      tasks.add(
          Json.object()
              .put("id", "T" + i)
              .put("description", "part " + i)
              .put("assignment", "Do part " + i + ".")
              .build());
    }
    return tasks;
  }
}
