package dev.tenon.bench.editor;

import dev.tenon.core.json.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// One process that speaks pi's RPC, as a program meets it.
final class ProgramTrial implements AutoCloseable {
  private final Process process;
  private final OutputStream out;
  private final BufferedReader in;
  private final long started;

  ProgramTrial(List<String> command, Path folder, Map<String, String> environment)
      throws IOException {
    var builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD);
    builder.environment().putAll(environment);
    started = System.nanoTime();
    process = builder.start();
    out = process.getOutputStream();
    in =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  /// Milliseconds from the start of the process to its first answer.
  double firstAnswer() throws IOException {
    send("get_state", Json.Obj.EMPTY);
    until("\"command\":\"get_state\"");
    return (System.nanoTime() - started) / 1e6;
  }

  void newSession() throws IOException {
    send("new_session", Json.Obj.EMPTY);
    until("\"command\":\"new_session\"");
  }

  /// Prompts, and answers how many updates came meanwhile.
  int prompt() throws IOException {
    send("prompt", Json.object().put("message", "hello").build());
    return until("\"type\":\"agent_end\"");
  }

  private void send(String type, Json.Obj more) throws IOException {
    Json.Obj command = Json.object().put("type", type).putAll(more).build();
    out.write((command.compact() + "\n").getBytes(StandardCharsets.UTF_8));
    out.flush();
  }

  /// Reads until a line has this. Nothing is parsed: the reader must not be the measure.
  private int until(String mark) throws IOException {
    int updates = 0;
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      if (line.startsWith("{\"type\":\"message_update\"")) {
        updates++;
      } else if (line.contains("\"success\":false")) {
        throw new IOException(line);
      } else if (line.contains(mark)) {
        return updates;
      }
    }
    throw new IOException("the program ended before " + mark);
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
