package dev.tenon.distribution;

import dev.tenon.core.json.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/// What a program does first that speaks pi's protocol: looks around, prompts, begins anew.
final class RpcTraining {
  private RpcTraining() {}

  /// Answers the exit code.
  static int perform(Map<String, String> environment, Path project)
      throws IOException, InterruptedException {
    return PipedProgram.run(environment, RpcTraining::converse, "rpc", "--root=" + project);
  }

  private static void converse(PipedProgram program) throws IOException {
    for (String command : new String[] {"get_state", "get_available_models", "get_commands"}) {
      program.call(command(command), RpcTraining::answers);
    }
    program.call(
        command("prompt").with("message", Json.of("hello")),
        event -> event.string("type", "").equals("agent_end"));
    program.call(command("get_messages"), RpcTraining::answers);
    program.call(command("new_session"), RpcTraining::answers);
  }

  private static Json.Obj command(String type) {
    return Json.object().put("id", "t-" + type).put("type", type).build();
  }

  private static boolean answers(Json.Obj message) {
    return message.string("type", "").equals("response");
  }
}
