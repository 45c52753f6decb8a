package dev.tenon.server;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.Model;
import dev.tenon.core.model.ModelEvent;
import dev.tenon.core.model.ModelException;
import dev.tenon.core.model.Part;
import dev.tenon.core.model.Request;
import dev.tenon.core.model.script.ScriptedModel;
import dev.tenon.core.model.script.Step;
import dev.tenon.core.text.Sha256;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/// A model that does what its instruction says, for tests in which nobody knows the order of the
/// requests:
///
/// - `edit FILE`: replaces the first line, which has to be `one`, by `ONE`
/// - `ask`: asks a question, then hangs; `ask twice` asks two at once, then answers
/// - `command`: runs one that writes a file, then hangs
/// - `hang`: never answers
/// - anything else: says something
final class ByInstruction implements Model {
  private final AtomicInteger calls = new AtomicInteger();

  @Override
  public Message.Assistant stream(Request request, Consumer<ModelEvent> sink)
      throws ModelException, InterruptedException {
    return ScriptedModel.of(step(request)).stream(request, sink);
  }

  private Step step(Request request) {
    boolean first = request.messages().getLast() instanceof Message.User;
    String instruction = "";
    for (Message message : request.messages()) {
      instruction = message instanceof Message.User user ? user.text() : instruction;
    }
    if (instruction.endsWith("ask twice")) {
      return first ? ask(ask(Step.answer())) : Step.says("Thanks.");
    }
    if (instruction.endsWith("ask")) {
      return first ? ask(Step.answer()) : Step.answer().hanging();
    }
    if (instruction.endsWith("command")) {
      return first
          ? call(Step.answer(), "bash", Json.object().put("command", "echo x > made.txt").build())
          : Step.answer().hanging();
    }
    if (instruction.endsWith("hang")) {
      return Step.answer().hanging();
    }
    if (instruction.contains("edit ") && first) {
      return call(
          Step.answer(),
          "propose_edits",
          Json.object()
              .array(
                  "edits", List.of(edit(instruction.substring(instruction.indexOf("edit ") + 5))))
              .build());
    }
    return Step.says("Done.");
  }

  private Step ask(Step step) {
    return call(step, "clarify_user", Json.object().put("question", "Sure?").build());
  }

  private Step call(Step step, String tool, Json.Obj arguments) {
    return step.part(new Part.Call("c_" + calls.incrementAndGet(), tool, arguments, null, null));
  }

  private static Json.Obj edit(String path) {
    return Json.object()
        .put("edit_id", "e_1")
        .put("file_path", path)
        .put("operation", "replace")
        .put("start_line", 1)
        .put("end_line", 1)
        .put("new_text", "ONE")
        .put("expected_hash", "sha256:" + Sha256.of("one"))
        .build();
  }
}
