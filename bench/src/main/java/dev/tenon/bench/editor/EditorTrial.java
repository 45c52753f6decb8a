package dev.tenon.bench.editor;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// One process that speaks the Agent Client Protocol, as an editor meets it.
final class EditorTrial implements AutoCloseable {
  private final Process process;
  private final OutputStream out;
  private final BufferedReader in;
  private final long started;
  private int ids;
  private int updates;

  EditorTrial(List<String> command, Map<String, String> environment) throws IOException {
    var builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD);
    builder.environment().putAll(environment);
    started = System.nanoTime();
    process = builder.start();
    out = process.getOutputStream();
    in =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  /// Milliseconds from the start of the process to the answer.
  double initialize() throws IOException {
    call(
        "initialize",
        Json.object().put("protocolVersion", 1).put("clientCapabilities", Json.Obj.EMPTY).build());
    return (System.nanoTime() - started) / 1e6;
  }

  /// Opens a session and answers its id.
  String open(Path project) throws IOException {
    return call(
            "session/new",
            Json.object().put("cwd", project.toString()).array("mcpServers", List.of()).build())
        .string("sessionId", "");
  }

  /// Prompts, and answers how many updates came meanwhile.
  int prompt(String session) throws IOException {
    updates = 0;
    Json.Obj hello = Json.object().put("type", "text").put("text", "hello").build();
    call(
        "session/prompt",
        Json.object().put("sessionId", session).array("prompt", List.of(hello)).build());
    return updates;
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
    // Only what is no update is looked into: the reader must not be the measure.
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      if (line.contains("\"session/update\"")) {
        updates++;
        continue;
      }
      try {
        Json.Obj message = Json.parseObject(line);
        if (message.get("result") instanceof Json.Obj result) {
          return result;
        }
        throw new IOException(method + ": " + line);
      } catch (JsonException broken) {
        throw new IOException(method + ": " + line, broken);
      }
    }
    throw new IOException("no answer to " + method);
  }

  @Override
  public void close() throws IOException {
    out.close();
    try {
      if (!process.waitFor(10, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException stopped) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
