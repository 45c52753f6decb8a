package dev.tenon.bench.server;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.Model;
import dev.tenon.core.model.ModelEvent;
import dev.tenon.core.model.ModelException;
import dev.tenon.core.model.Request;
import dev.tenon.core.model.script.ScriptedModel;
import dev.tenon.core.model.script.Step;
import dev.tenon.core.text.Sha256;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;

/// A model that does what the instruction says, so that many jobs can share it:
///
/// - `pace MILLIS CALLS`: so many turns with a sentence and a tool call, each after so long;
/// - `edit FILES`: proposes to replace one line in each of so many files;
/// - `answer`: says something at once.
final class PacedModel implements Model {
  static final String OLD = "A line that is to be replaced.";
  static final String NEW = "A line that was replaced.";
  static final int EDITED_LINE = 10;

  @Override
  public Message.Assistant stream(Request request, Consumer<ModelEvent> sink)
      throws ModelException, InterruptedException {
    String instruction = "answer";
    int turns = 0;
    for (Message message : request.messages()) {
      if (message instanceof Message.User user) {
        instruction = user.text();
        turns = 0;
      } else if (message instanceof Message.ToolResults) {
        turns++;
      }
    }
    return ScriptedModel.of(step(instruction.split(" ", -1), turns)).stream(request, sink);
  }

  private static Step step(String[] words, int turns) throws InterruptedException {
    if (words[0].equals("pace") && turns < Integer.parseInt(words[2])) {
      int millis = Integer.parseInt(words[1]);
      // Not all at the same moment.
      Thread.sleep(turns == 0 ? ThreadLocalRandom.current().nextInt(millis) : millis);
      return Step.says("Step " + (turns + 1) + ": I look around before I go on.")
          .call("list_files", Json.object().put("prefix", "notes/small").build());
    }
    if (words[0].equals("edit") && turns == 0) {
      return Step.calls("propose_edits", edits(Integer.parseInt(words[1])));
    }
    return Step.says("Done.");
  }

  private static Json.Obj edits(int files) {
    String hash = "sha256:" + Sha256.of(OLD);
    List<Json> edits = new ArrayList<>();
    for (int i = 0; i < files; i++) {
      edits.add(
          Json.object()
              .put("edit_id", "e_" + i)
              .put("file_path", fileName(i))
              .put("operation", "replace")
              .put("start_line", EDITED_LINE)
              .put("end_line", EDITED_LINE)
              .put("new_text", NEW)
              .put("expected_hash", hash)
              .build());
    }
    return Json.object().array("edits", edits).build();
  }

  static String fileName(int number) {
    return "notes/edited/part" + number % 20 + "/file" + number + ".md";
  }
}
