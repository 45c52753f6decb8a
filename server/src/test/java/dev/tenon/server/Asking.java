package dev.tenon.server;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.Part;
import dev.tenon.core.model.Request;
import dev.tenon.core.model.script.ScriptedModel;
import dev.tenon.core.model.script.Step;
import dev.tenon.server.job.record.AgentMode;
import java.util.ArrayList;
import java.util.List;

/// Lets the scripted model of a server make calls, one in each step, and tells what it got.
final class Asking {
  private final Harness server;
  private final List<Step> steps = new ArrayList<>();

  Asking(Harness server) {
    this.server = server;
  }

  Asking call(String tool, Json.Obj arguments) {
    steps.add(Step.calls(tool, arguments));
    return this;
  }

  /// The results in order, of a new server on which one job makes the calls.
  List<Part.Result> run() throws Exception {
    steps.add(Step.says("Done."));
    server.answering(steps.toArray(new Step[0])).start();
    String job =
        server
            .post(
                "/api/agent/run",
                Json.object()
                    .put("session_id", server.session())
                    .put("instruction", "go")
                    .put("tool_config", Json.object().put("max_tool_calls", 100).build())
                    .build())
            .text("job_id");
    server.over(job);
    return results(server);
  }

  static List<Part.Result> results(Harness server) {
    var results = new ArrayList<Part.Result>();
    List<Request> requests = ((ScriptedModel) server.models.get(AgentMode.Side.REMOTE)).requests();
    for (Message message : requests.getLast().messages()) {
      if (message instanceof Message.ToolResults answered) {
        results.addAll(answered.results());
      }
    }
    return results;
  }

  static Json.Obj data(Part.Result result) {
    return result.envelope().objectOrEmpty("data");
  }

  static Json.Obj error(Part.Result result) {
    return result.envelope().objectOrEmpty("error");
  }
}
