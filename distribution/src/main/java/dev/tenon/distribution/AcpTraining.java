package dev.tenon.distribution;

import dev.tenon.core.json.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// What an editor does first: says hello, opens a session, prompts, and leaves.
final class AcpTraining {
  private final PipedProgram program;
  private int ids;

  private AcpTraining(PipedProgram program) {
    this.program = program;
  }

  /// Answers the exit code.
  static int perform(Map<String, String> environment, Path project)
      throws IOException, InterruptedException {
    return PipedProgram.run(
        environment,
        program -> new AcpTraining(program).converse(project),
        "acp",
        "--root=" + project);
  }

  private void converse(Path project) throws IOException {
    call(
        "initialize",
        Json.object().put("protocolVersion", 1).put("clientCapabilities", Json.Obj.EMPTY).build());
    String session =
        call(
                "session/new",
                Json.object().put("cwd", project.toString()).array("mcpServers", List.of()).build())
            .string("sessionId", "");
    Json.Obj hello = Json.object().put("type", "text").put("text", "hello").build();
    call(
        "session/prompt",
        Json.object().put("sessionId", session).array("prompt", List.of(hello)).build());
    call("session/list", Json.Obj.EMPTY);
    call("session/close", Json.object().put("sessionId", session).build());
  }

  private Json.Obj call(String method, Json.Obj params) throws IOException {
    Json.Obj request =
        Json.object()
            .put("jsonrpc", "2.0")
            .put("id", ++ids)
            .put("method", method)
            .put("params", params)
            .build();
    return program
        .call(request, answer -> answer.number("id", 0) == ids && !answer.has("method"))
        .objectOrEmpty("result");
  }
}
