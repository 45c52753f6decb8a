package dev.tenon.distribution;

import dev.tenon.cli.Main;
import dev.tenon.cli.base.Streams;
import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.Pipe;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// What an editor does first: says hello, opens a session, prompts, and leaves.
final class AcpTraining {
  private final OutputStream out;
  private final BufferedReader in;
  private int ids;

  private AcpTraining(OutputStream out, BufferedReader in) {
    this.out = out;
    this.in = in;
  }

  /// Answers the exit code.
  static int perform(Map<String, String> environment, Path project)
      throws IOException, InterruptedException {
    Pipe there = Pipe.open();
    Pipe back = Pipe.open();
    var streams =
        Streams.captured(
            Channels.newInputStream(there.source()),
            Channels.newOutputStream(back.sink()),
            OutputStream.nullOutputStream());
    int[] code = {-1};
    Thread program =
        Thread.ofPlatform()
            .daemon()
            .start(() -> code[0] = Main.run(streams, environment, "acp", "--root=" + project));
    try (var in =
        new BufferedReader(
            new InputStreamReader(
                Channels.newInputStream(back.source()), StandardCharsets.UTF_8))) {
      try (OutputStream out = Channels.newOutputStream(there.sink())) {
        new AcpTraining(out, in).converse(project);
      }
      program.join();
    }
    return code[0];
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
    out.write((request.compact() + "\n").getBytes(StandardCharsets.UTF_8));
    out.flush();
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      try {
        Json.Obj message = Json.parseObject(line);
        if (message.number("id", 0) == ids && !message.has("method")) {
          return message.objectOrEmpty("result");
        }
      } catch (JsonException broken) {
        throw new IOException("no message: " + line, broken);
      }
    }
    throw new IOException("no answer to " + method);
  }
}
